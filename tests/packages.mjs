// npm packages live in tools/: tests load them through here.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../tools/package.json', import.meta.url));

/** @param {string} name */
export const load = (name) => require(name);
/** Path of a file inside a package. @param {string} path */
export const resolve = (path) => require.resolve(path);
