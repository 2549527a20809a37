// What an H200 measured, and constants of the simulators and of the kernels that were measured, as
// the front page quotes them.
import { constant, recorded, row, shown } from './quotes.mjs';

// Recordings.
export const snippets = recorded('snippets');
/** @param {string} name */
export const snippet = (name) => row(snippets.snippets, { name });
/** @param {string} name */
export const rate = (name) => shown(snippet(name).gb_per_s);
/** Bytes that HBM moved. @param {string} name */
export const moved = (name) => snippet(name).hbm_read + snippet(name).hbm_write;
export const { tiers, l2_by_sm } = recorded('latency');
/** @param {string} tier */
export const cycles = (tier) => row(tiers, { tier }).cycles;
export const register = cycles('register (dependent FFMA)');
export const loop = row(recorded('warps').loops, { source: 'HBM', math: 32, loads: 8 });
/** @param {number} warps */
export const busy = (warps) => shown((100 * warps * loop.instructions) / loop.cycles[warps - 1], 1);
/** By Little's law, from one warp alone. @param {number} warps */
export const promised = (warps) => shown((100 * warps * loop.instructions) / loop.cycles[0], 1);
export const branches = recorded('divergence');
export const dram = recorded('bandwidth').dram;
export const products = recorded('gemm').rungs;
/** @param {string} rung @param {string} [type] */
export const tflops = (rung, type = 'fp32') => row(products, { rung, type, n: 4096 }).tflops;
/** @param {string} rung */
export const traffic = (rung) => row(recorded('traffic').kernels, { rung, n: 1024 });
export const pipelines = recorded('pipeline').cases.filter((/** @type {any} */ each) => each.source === 'HBM' && each.blocks === 132 && each.tiles === 32);
const [shorter, longer] = [8, 32].map((tiles) => row(recorded('pipeline').cases, { source: 'L2', blocks: 1, passes: 1, tiles }));
/** Cycles that issuing a tile's copies takes, of one block that reads L2: what more tiles add. */
export const issue = Math.round((longer.tiles * longer.interval_cycles - shorter.tiles * shorter.interval_cycles) / (longer.tiles - shorter.tiles));
export const walk = row(pipelines, { passes: 6 }).cycles;
/** @param {number} buffers */
export const faster = (buffers) => shown(walk[0] / walk[buffers - 1], 2);
export const spills = recorded('spills');
export const [free, bound, full] = [1, 3, 8].map((min_blocks) => row(spills.bounds, { min_blocks }));
export const resident = new Map(snippets.resident.map((/** @type {number[]} */ [bytes, blocks]) => [(bytes ?? 0) / 1024, blocks]));
export const cases = recorded('occupancy').kernels.reduce((/** @type {number} */ sum, /** @type {any} */ kernel) => sum + kernel.cases.length, 0);

// Constants of the simulators and of the probes' kernels.
/** @param {string} file @param {string} name */
const memory = (file, name) => constant(`core/memory/${file}.hpp`, name);
export const lanes = memory('sectors', 'warp_lanes');
export const sector = memory('sectors', 'sector_bytes');
export const line = memory('sectors', 'line_bytes');
export const banks = memory('wavefronts', 'bank_count');
export const bankWord = memory('wavefronts', 'word_bytes');
export const field = memory('struct_layout', 'field_bytes');
/** @param {string} name */
const ofAnSm = (name) => constant('core/device/capability.hpp', name);
export const parts = ofAnSm('sub_partitions');
export const unit = ofAnSm('register_unit');
export const registerFile = ofAnSm('registers_per_sm');
/** @param {string} file @param {string} name */
export const probe = (file, name) => constant(`tools/probes/gemm_${file}.cuh`, name);
