// A grammar of PTX for Prism, after the "PTX ISA" document of CUDA 12. Nobody else has written one for Prism.

const type = /\.(?:[bsu](?:8|16|32|64|128)|f(?:16|32|64)|f16x2|bf16|bf16x2|tf32|e2m1|e2m3|e3m2|e4m3|e5m2|e\dm\dx[24]|s8x[24]|u8x[24]|pred|texref|samplerref|surfref)\b/;

module.exports = {
  'comment': { pattern: /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/, greedy: true },
  'string': { pattern: /"[^"\r\n]*"/, greedy: true },
  'entry-name': { pattern: /(\.(?:entry|func)\s+(?:\([^)]*\)\s*)?)[a-z_$]\w*/i, lookbehind: true },
  'label': /\$?\b[a-z_]\w*(?=:(?!:))|\$[a-z_]\w*/i,
  'special-register': /%(?:(?:n?tid|n?ctaid|(?:cluster_)?n?ctarank|n?clusterid|cluster_n?ctaid)(?:\.[xyzw])?|n?warpid|n?smid|laneid|gridid|lanemask_\w+|clock(?:64|_hi)?|globaltimer\w*|is_explicit_cluster|total_smem_size|dynamic_smem_size|aggr_smem_size|pm\d|envreg\d+)\b/,
  // An instruction with what is behind its dots: its types, and the rest.
  'instruction': {
    pattern: /(?<![%.\w$])(?:[a-z]\w*(?:(?:\.|::)\w+)+|bra|brkpt|call|exit|ret|trap)\b/,
    inside: { 'type': type, 'opcode': /[\s\S]/ },
  },
  'type': [type, /\b(?:sm|compute)_\d+[af]?\b/],
  'directive': /\.[a-z_]\w*\b/,
  'number': /(?<![%\w])(?:0[fd][\da-f]+|0x[\da-f]+u?|\d+(?:\.\d+)?(?:e[+-]?\d+)?u?)\b/i,
};
