// The builder's hash of a file (tools/loom/base/hash.hpp): FNV-1a of 64 bits, as 16 hexadecimal digits.

const low_prime = 0x1b3; // the prime is 2^40 + 0x1b3

/** @param {Uint8Array} bytes */
export function hashOf(bytes) {
  let high = 0xcbf29ce4, low = 0x84222325;
  for (let i = 0; i < bytes.length; ++i) {
    low = (low ^ /** @type {number} */ (bytes[i])) >>> 0;
    const product = low * low_prime;
    high = (Math.imul(high, low_prime) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}
