import { constants, table } from '../cpp.mjs';
import { refuse } from '../recording.mjs';

// Times are kept in ticks of 32 ns, the step of the GPU's own clock, so that what the GPU did loses nothing.
const tick_ns = 32;

/** Who asked for it, or what the kernel's name says. The order decides. @type {[string, 'name' | 'operation', RegExp][]} */
const kinds = [
  ['copy', 'name', /^Mem(cpy|set)/],
  ['optimizer', 'operation', /^aten::(_fused_adamw_|_foreach_add_|mul_|lerp_|addcmul_|addcdiv_|sqrt|div|add_)$/],
  ['attention', 'name', /sdpa|fmha|compute_dot_do_o|convert_dq|lean_reduction/],
  ['product', 'name', /nvjet|gemm|splitK/],
];
const kind_order = ['product', 'attention', 'elementwise', 'optimizer', 'copy'];

/** @param {string} name @param {string} operation */
const kind = (name, operation) => kinds.find(([, field, pattern]) => pattern.test(field === 'name' ? name : operation))?.[0] ?? 'elementwise';

/** A kernel's name without its namespaces and types; of a general kernel, with what it computes. @param {string} name */
function short_name(name) {
  const [, base = name] = name.replaceAll('(anonymous namespace)::', '').match(/^(?:void )?(?:\w+::)*(\w+)[<(]/) ?? [];
  if (/^Mem/.test(name)) return name;
  const [, functor] = name.slice(name.indexOf(base) + base.length)
    .match(/(?:CUDAFunctor\w*?_|native::(?:\(anonymous namespace\)::)?)(\w+?)(?:_kernel\w*|Functor|Ops)?[<(]/) ?? [];
  return functor && !/^(at|gpu|std|TensorListMetadata|OpaqueType|BinaryFunctor)/.test(functor) && base !== functor ? `${base}, ${functor}` : base;
}

/** Numbers from 0 on, seven bits in a byte, the lowest first; a byte from 128 on has a next one. @param {number[]} bytes @param {number} number */
function put(bytes, number) {
  for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) + 128);
  bytes.push(number);
}

const ticks = (/** @type {number} */ ns) => Math.round(ns / tick_ns);

/** A number from 0 on for each text, in the order in which they come. */
class Names {
  /** @type {Map<string, number>} */ all = new Map();
  /** @param {string} name */
  number(name) {
    if (!this.all.has(name)) this.all.set(name, this.all.size);
    return this.all.get(name) ?? 0;
  }
}

/** Spans as two columns, which compress better than pairs: distances from the end of the span before (zigzag), and lengths. @param {number[]} bytes @param {[number, number][]} spans start and length in ns */
function putSpans(bytes, spans) {
  let end = 0;
  for (const [start, length] of spans) {
    const far = ticks(start) - end;
    put(bytes, far < 0 ? -2 * far - 1 : 2 * far);
    end = ticks(start) + ticks(length);
  }
  for (const [, length] of spans) put(bytes, ticks(length));
}

const steps = (/** @type {any} */ read) => {
  const { about, names, steps } = read('h200/steps');
  const kernels = new Names(), operations = new Names(), rows = [], /** @type {number[]} */ bytes = [];
  for (const step of steps) {
    if (step.work.length === 0) refuse(step, 'has no work');
    const begin = bytes.length;
    for (const [called] of step.work) if (called < 0) refuse(step, 'has work that no call asked for');
    putSpans(bytes, step.work.map((/** @type {any} */ [, , start, length]) => [start, length]));
    putSpans(bytes, step.work.map((/** @type {any} */ [called, call]) => [called, call]));
    for (const [, , , , , name, operation] of step.work)
      put(bytes, kernels.number(`${kind(names[name], operation < 0 ? '' : names[operation])} ${short_name(names[name])}`));
    putSpans(bytes, step.host.map((/** @type {any} */ [start, length]) => [start, length]));
    for (const [, , name] of step.host)
      put(bytes, operations.number(names[name].replace(/^autograd::engine::evaluate_function: (torch::autograd::)?/, '')));
    rows.push([step.task, step.batch, step.way, step.step_us, ticks(1000 * step.profiled_us), begin, step.work.length, step.host.length]);
  }
  return [
    constants('int', { tick_ns, step_layers: about.layers, step_parameters: about.parameters }),
    table('RecordedStep', 'recorded_steps[]', rows),
    table('KernelName', 'kernel_names[]', [...kernels.all.keys()].map((each) => {
      const [its_kind = '', ...name] = each.split(' ');
      return [name.join(' '), kind_order.indexOf(its_kind)];
    })),
    table('std::string_view', 'operation_names[]', [...operations.all.keys()]),
    `inline constexpr std::uint8_t step_bytes[] = {${bytes.join(',')}};\n`,
  ];
};

const ways = ['host_without_wait', 'host_with_wait', 'host_many', 'events_one', 'events_many'];
const timing = (/** @type {any} */ read) => {
  const { kernels, first_us, idle } = read('h200/timing_ways');
  return [
    table('TimedKernel', 'timed_kernels[]', kernels.map((/** @type {any} */ kernel) =>
      [kernel.bytes, kernel.profiler_ns / 1000, [ways.map((way) => [...kernel[way]])]])),
    table('double', 'first_launches_us[]', [...first_us]),
    table('IdleLaunch', 'idle_launches[]', idle.map((/** @type {any} */ row) => [...row])),
  ];
};

export default { steps, timing };
