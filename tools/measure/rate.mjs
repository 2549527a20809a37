// Runs a program that uses rate.hpp: answers per second, natively, on one core.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../../tests/site.mjs';

// "1.23 billion", "12.3 million", "456,000": three digits that count.
/** @param {number} value */
export function rate(value) {
  if (value >= 1e9) return `${(value / 1e9).toPrecision(3)} billion`;
  if (value >= 1e6) return `${(value / 1e6).toPrecision(3)} million`;
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

/**
 * @param {string} program its target and its name
 * @param {string[]} [given] its arguments
 */
export function perSecond(program, given = []) {
  execFileSync('cmake', ['--build', '--preset', 'native', '--target', program], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return rows(execFileSync(join(root, 'build/native/tools/measure', program), given, { encoding: 'utf8' }));
}

/** @param {string} printed by a program that uses rate.hpp */
export function rows(printed) {
  return printed.trimEnd().split('\n').map((line) => {
    const [what, value, unit] = line.split('\t');
    return { what, value: Number(value), unit };
  });
}

/**
 * @param {string} program its target and its name
 * @returns {import('./main.mjs').Row[]}
 */
export function measure(program) {
  return perSecond(program).map(({ what, value, unit }) => ({ what, value: rate(value), budget: `${unit} per second` }));
}
