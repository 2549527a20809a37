// Values as C++ writes them.

/** C++ that goes into a table as it is. @param {string} code */
export const code = (code) => ({ code });

/** float32, rounded once. @param {number} value */
export const float = (value) => code(Number.isInteger(value) ? `${value}` : `${value}f`);

/** @param {any} value @returns {string} */
function written(value) {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `{${value.map(written).join(', ')}}`;
  if (typeof value?.code === 'string') return value.code;
  throw new Error(`expected a number, a text or a row of them, got ${value}`);
}

/** @param {string} name @param {() => string} make */
function naming(name, make) {
  try {
    return make();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} type @param {Record<string, any>} values */
export const constants = (type, values) =>
  Object.entries(values).map(([name, value]) => naming(name, () => {
    if (type === 'int' && !Number.isInteger(value)) throw new Error(`expected a whole number, got ${value}`);
    return `inline constexpr ${type} ${name} = ${written(value)};\n`;
  })).join('');

/** A table, a row a line. @param {string} type @param {string} name with its dimensions: `rows[]` @param {any[]} rows @param {string} [kind] */
export const table = (type, name, rows, kind = 'inline constexpr') =>
  naming(name, () => `${kind} ${type} ${name} = {\n${rows.map((row) => `    ${written(row)},\n`).join('')}};\n`);
