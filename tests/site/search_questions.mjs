// What readers would type, and the addresses that answer it. They were written before the ranking was.

/** @typedef {[question: string, answers: string[]]} Question */

const swizzle = '/layouts/#swizzles-no-bank-conflicts-without-padding';
const conflicts = ['/#shared-memory-bank-conflicts', '/#bank-conflicts', '/glossary/#bank-conflict'];
const fits = ['/attention/#kv-cache-what-fits', '/attention/#kv-cache', '/formats/#will-it-run-weights-cache-bandwidth', '/formats/#model-fit', '/scaling/#memory-what-a-parameter-needs'];
const counters = '/#reading-nsight-compute';
const registers = ['/#register-cliffs-and-spilling', '/#register-cliff', '/#occupancy-four-limits', '/#occupancy', '/glossary/#register', '/glossary/#register-file'];

/** @type {Question[]} */
export const newcomer = [
  ['what is a warp', ['/glossary/#warp']],
  ['what is coalescing', ['/glossary/#coalescing', '/#phase-0-coalescing', '/#coalescing']],
  ['coalesing', ['/glossary/#coalescing', '/#phase-0-coalescing', '/#coalescing']],
  ['bank conflict', conflicts],
  ['shared memory bank', [...conflicts, '/glossary/#bank']],
  ['OOM', fits],
  ['out of memory', fits],
  ['tensor core', ['/glossary/#tensor-core']],
  ['why is memory so slow', ['/#latency-how-far-away-is-memory', '/#memory-trip', '/glossary/#latency']],
  ['how many registers per thread', registers],
  ['first CUDA program', ['/#a-first-program', '/#a-first-kernel']],
  ['difference between fp16 and bf16', ['/formats/#range-against-precision', '/formats/#formats-for-training', '/formats/#gradient-range', '/glossary/#bf16', '/glossary/#fp16']],
  ['KV cache', ['/attention/#kv-cache-what-fits', '/attention/#kv-cache', '/glossary/#kv-cache', '/attention/#pairs-of-tokens-and-the-kv-cache']],
  ['what is flash attention', ['/library/#flashattention', '/library/#hbm-traffic-of-flashattention', '/library/#softmax-one-tile-at-a-time', '/library/#flash-io']],
  ['can I run Llama 70B on my GPU', fits],
  ['if else in a kernel', ['/#branch-divergence', '/#warp-divergence']],
  ['streaming multiprocessor', ['/glossary/#sm', '/#phase-1-the-sm']],
  ['GByte/s bandwidth', ['/#caches-and-bandwidth', '/glossary/#bandwidth']],
  ['how do GPUs hide latency', ['/glossary/#latency-hiding', '/#littles-law', '/#the-warp-scheduler']],
  ['softmax', ['/glossary/#softmax', '/library/#softmax-one-tile-at-a-time', '/library/#online-softmax']],
];

/** @type {Question[]} */
export const kernelWriter = [
  ['SWIZZLE_128B', [swizzle]],
  ['CU_TENSOR_MAP_SWIZZLE_128B', [swizzle]],
  ['cp.async.bulk', ['/hopper/#tma-one-thread-requests-a-box', '/hopper/#mbarrier-when-is-a-buffer-full', '/glossary/#bulk-copy']],
  ['__shfl_down_sync', ['/library/#the-authoring-ladder']],
  ['l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', [counters]],
  ['smsp__inst_executed.sum', [counters]],
  ['dram__bytes_read', [counters]],
  ['setmaxnreg', ['/hopper/#warp-specialization-who-loads-and-who-multiplies', '/hopper/#warp-specialization']],
  ['wgmma.mma_async', ['/hopper/#wgmma-one-instruction-for-four-warps', '/glossary/#wgmma']],
  ['tcgen05.ld', ['/blackwell/#waiting-for-a-product-commit-load-and-fence', '/blackwell/#tensor-memory-where-the-sums-are', '/glossary/#tcgen05']],
  ['mbarrier.try_wait.parity', ['/hopper/#mbarrier-when-is-a-buffer-full', '/#mbarrier-ring', '/glossary/#mbarrier']],
  ['ldmatrix.trans', ['/layouts/#loading-and-storing-fragments-ldmatrix-and-stmatrix']],
  ['cudaOccupancyMaxActiveBlocksPerMultiprocessor', ['/references/#cuda-occupancy', '/#occupancy-four-limits', '/#occupancy']],
  ['__launch_bounds__', ['/glossary/#launch-bounds', '/#register-cliffs-and-spilling']],
  ['double buffering', ['/#double-buffering-copy-while-you-compute', '/glossary/#double-buffering']],
  ['register spill local memory', ['/#register-cliffs-and-spilling', '/glossary/#register-spilling', '/glossary/#local-memory']],
  ['warp specialisation', ['/hopper/#warp-specialization-who-loads-and-who-multiplies', '/hopper/#warp-specialization', '/glossary/#warp-specialization']],
  ['logical_divide', ['/layouts/#tiles-dividing-a-layout', '/layouts/#tiles']],
  ['e4m3 largest value', ['/formats/#fp8-e4m3-and-e5m2', '/formats/#special-codes-subnormals-infinity-nan', '/formats/#cheat-sheet', '/glossary/#fp8']],
  ['KByte of shared memory per SM', ['/#occupancy-four-limits', '/#occupancy', '/glossary/#shared-memory', '/glossary/#occupancy']],
];

/** @type {Question[]} */
export const teacher = [
  ['quiz about bank conflicts', conflicts],
  ["Little's law", ['/#littles-law', '/glossary/#littles-law']],
  ['roofline model', ['/#the-roofline-bytes-or-arithmetic', '/#roofline', '/references/#roofline', '/glossary/#roofline']],
  ['figure of a pipeline bubble', ['/scaling/#pipeline-bubble', '/scaling/#pipeline-parallelism-who-waits', '/glossary/#pipeline-bubble']],
  ['ring all-reduce', ['/scaling/#all-reduce-one-sum-on-every-gpu', '/scaling/#all-reduce', '/glossary/#all-reduce']],
  ['IEEE 754 rounding ties', ['/formats/#ties-round-to-nearest-even', '/glossary/#round-to-even']],
  ['Dao 2022', ['/references/#fa1']],
  ['Attention Is All You Need', ['/references/#vaswani2017']],
  ['mixture of experts routing', ['/library/#mixture-of-experts', '/library/#routing', '/library/#moe-routing']],
  ['license of the texts', ['/licenses/', '/licenses/#what-the-site-contains']],
  ['what is new', ['/changes/']],
  ['why should I believe these numbers', ['/decisions/#numbers-are-checked-where-they-stand', '/decisions/#our-own-simulators', '/decisions/#tests-do-not-repeat-the-code-independent-oracles', '/references/#how-sources-are-used']],
  ['subnormal numbers', ['/formats/#special-codes-subnormals-infinity-nan', '/glossary/#subnormal']],
  ['occupancy calculator', ['/#occupancy-four-limits', '/#occupancy', '/glossary/#occupancy']],
  ['rotary position embedding', ['/attention/#rope-positions-as-rotations', '/attention/#rope', '/references/#rope', '/glossary/#rope']],
  ['speculative decoding', ['/attention/#speculative-decoding', '/references/#specdec', '/references/#specsample']],
  ['temperature and top-p', ['/attention/#sampling-choosing-the-next-token', '/attention/#sampling']],
  ['tokens per second estimate', ['/attention/#worked-example-tokens-per-second']],
  ['ZeRO memory per GPU', ['/scaling/#zero-do-not-store-the-same-thing-twice', '/glossary/#fsdp-zero', '/references/#zero', '/scaling/#memory-what-a-parameter-needs']],
  ['run my own CUDA kernel without a GPU', ['/run/', '/run/#one-example', '/run/#how-to-get-it']],
];
