// Runs a program that uses rate.hpp: answers per second, natively, on one core.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../../tests/site.mjs';
import { progress } from './progress.mjs';

// "1.23 billion", "12.3 million", "456,000": three digits that count.
/** @param {number} value */
export function rate(value) {
  if (value >= 1e9) return `${(value / 1e9).toPrecision(3)} billion`;
  if (value >= 1e6) return `${(value / 1e6).toPrecision(3)} million`;
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

/** @param {'native' | 'wasm'} preset @param {string} target */
export function compile(preset, target) {
  execFileSync('cmake', ['--build', '--preset', preset, '--target', target], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * What the program PART_rate measures.
 * @param {string} part
 * @param {import('./main.mjs').Effort} effort
 * @param {string[]} [given] the program's arguments
 */
export function perSecond(part, effort, given = []) {
  const say = progress(part, 2), program = `${part}_rate`;
  say('compiling');
  compile('native', program);
  say('measuring');
  return rows(join(root, 'build/native/tools/measure', program), effort, given);
}

/** @param {string} program that uses rate.hpp @param {import('./main.mjs').Effort} effort @param {string[]} given */
export function rows(program, { smallest }, given) {
  const printed = execFileSync(program, smallest ? [...given, '--smallest'] : given, { encoding: 'utf8' });
  return printed.trimEnd().split('\n').map((line) => {
    const [what, value, unit] = line.split('\t');
    return { what, value: Number(value), unit };
  });
}

/**
 * @param {string} part @param {import('./main.mjs').Effort} effort
 * @returns {import('./main.mjs').Row[]}
 */
export function measure(part, effort) {
  return perSecond(part, effort).map(({ what, value, unit }) => ({ what, value: rate(value), budget: `${unit} per second` }));
}
