// What somebody types who has begun with CUDA or whose model in PyTorch is slow, and the addresses that answer it. They were written before the synonyms were.

/** @typedef {import('./search_questions.mjs').Question} Question */

const term = (/** @type {string} */ id) => `/glossary/#${id}`;
const part = (/** @type {string} */ id) => `/measure/#${id}`;

const launch = [term('kernel-launch'), '/#a-first-kernel', '/#a-first-program'];
const flags = part('compile-targets-and-flags');
const stalls = part('stall-reasons');
const counters = [part('names-of-counters'), '/#reading-nsight-compute'];
const starts = part('when-a-kernel-starts'), runs = part('while-a-kernel-runs'), calls = part('from-cuda-and-from-the-compiler'), pytorch = part('from-pytorch');
const line = part('how-to-find-the-line'), sanitizer = part('compute-sanitizer-four-tools');

/** @type {Question[]} */
export const words = [
  ['grid', [term('grid')]],
  ['what is a host and a device', [term('host'), term('device')]],
  ['device', [term('device')]],
  ['what is a stream', [term('stream')]],
  ['CUDA event', [term('event')]],
  ['CUDA graph', [term('cuda-graph')]],
  ['launch overhead', [term('launch-overhead')]],
  ['kernel launch', launch],
  ['<<<>>> triple angle brackets', launch],
  ['atomicAdd', [term('atomic')]],
  ['parallel reduction', [term('reduction')]],
  ['prefix sum', [term('scan')]],
  ['pinned memory', [term('pinned-memory')]],
  ['cudaMallocManaged', [term('unified-memory')]],
  ['constant memory', [term('constant-memory')]],
  ['VRAM', [term('vram')]],
  ['what does occupancy mean', [term('occupancy')]],
  ['__syncthreads', [term('barrier')]],
  ['GPC', [term('gpc')]],
  ['two dies NUMA', [term('numa'), term('die')]],
];

/** @type {Question[]} */
export const tools = [
  ['PTX', [term('ptx')]],
  ['SASS', [term('sass')]],
  ['nvcc', [term('nvcc'), flags]],
  ['compute capability', [term('compute-capability')]],
  ['sm_90a', [flags]],
  ['-lineinfo', [flags]],
  ['-arch=native', [flags]],
  ['how do I profile a kernel', [part('one-kernel-under-nsight-compute'), part('the-sections-that-a-beginner-needs'), term('profiler'), term('nsight-compute')]],
  ['Nsight Compute', [term('nsight-compute'), part('one-kernel-under-nsight-compute'), '/#reading-nsight-compute']],
  ['nsys', [term('nsight-systems')]],
  ['compute-sanitizer', [term('compute-sanitizer'), sanitizer]],
  ['cuda-memcheck', [sanitizer, term('compute-sanitizer')]],
  ['long scoreboard', [stalls]],
  ['MIO throttle', [stalls]],
  ['why do warps stall', [stalls, term('stalled')]],
  ['l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', counters],
  ['what is Triton', [term('triton')]],
  ['torch.compile', [term('torch-compile')]],
  ['should I write my own kernel', [part('should-i-write-a-kernel-at-all')]],
  ['speed of light', [part('the-sections-that-a-beginner-needs'), part('one-kernel-under-nsight-compute'), term('nsight-compute')]],
];

/** @type {Question[]} */
export const troubles = [
  ['an illegal memory access was encountered', [runs, line]],
  ['cudaErrorIllegalAddress', [runs]],
  ['misaligned address', [runs, term('alignment')]],
  ['device-side assert triggered', [runs, pytorch]],
  ['invalid configuration argument', [starts]],
  ['too many resources requested for launch', [starts]],
  ['no kernel image is available for execution on the device', [starts]],
  ['the provided PTX was compiled with an unsupported toolchain', [starts, '/#a-first-program']],
  ['unspecified launch failure', [runs]],
  ['CUDA out of memory tried to allocate', [pytorch]],
  ['no CUDA-capable device is detected', [calls]],
  ['a __global__ function call must be configured', [calls]],
  ['Expected all tensors to be on the same device', [pytorch]],
  ['CUDA_LAUNCH_BLOCKING', [line]],
  ['race condition', [term('race-condition'), sanitizer]],
  ['segmentation fault in a kernel', [runs, line, sanitizer]],
  ['which line of my kernel crashes', [line, sanitizer]],
  ['my kernel gives wrong results', [sanitizer]],
  ['my model is slow', [part('should-i-write-a-kernel-at-all'), '/measure/']],
  ['kernel hangs', [term('deadlock')]],
];

const gpu = ['/#cpu-or-gpu', term('gpu')];

/** Before the first kernel. @type {Question[]} */
export const before = [
  ['what is a GPU good at', gpu],
  ['CPU vs GPU', gpu],
  ['numpy vs gpu', gpu],
  ['CPU or GPU?', gpu],
  ['kinds of memory', ['/#latency-how-far-away-is-memory', '/#caches-and-bandwidth']],
  ['how many threads at once', ['/#cpu-or-gpu', term('cuda-core')]],
  ['two threads write the same place', [term('race-condition'), part('atomics-threads-that-change-the-same-number')]],
  ['write a kernel in Python', [part('should-i-write-a-kernel-at-all')]],
];

const used = [part('is-the-gpu-used-well-tensor-cores-and-mfu')], mfu = [part('mfu-which-share-of-the-peak'), term('mfu')];
const serving = ['/attention/#serving-a-cache-in-pages'], phases = ['/attention/#prefill-and-decode'];
const again = ['/scaling/#memory-what-a-parameter-needs', part('pytorch-out-of-memory')];
const limit = ['/formats/#will-it-run-weights-cache-bandwidth', '/attention/#worked-example-tokens-per-second'];

/** @type {Question[]} */
export const slowModel = [
  ['MFU', mfu],
  ['model FLOPs utilization', mfu],
  ['tokens per second near the limit', limit],
  ['static KV cache', [part('a-cache-that-grows')]],
  ['mark_dynamic', [part('a-cache-that-grows')]],
  ['CUDA graph with a growing KV cache', [part('a-cache-that-grows')]],
  ['intermittent illegal memory access', [part('an-illegal-access-that-comes-only-sometimes')]],
  ['compute-sanitizer too slow', [part('an-illegal-access-that-comes-only-sometimes')]],
  ['OOM after hours', [part('out-of-memory-after-hours-or-on-one-batch')]],
  ['activation checkpointing', again],
  ['gradient checkpointing', again],
  ['allow_tf32', used],
  ['nvjet', used],
  ['which kernels use tensor cores', used],
  ['torch.profiler.schedule', [part('record-a-trace-of-your-own')]],
  ['fused optimizer', [part('what-each-way-does-to-the-gaps')]],
  ['TTFT', phases],
  ['TPOT', phases],
  ['continuous batching', serving],
  ['ERR_NVGPUCTRPERM', [part('from-nsight-compute')]],
];
