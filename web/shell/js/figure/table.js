// 'Show as data': the table on the page, and the same as CSV and JSON: the numbers themselves, with their
// unit in the head, beside what the page shows. `loom scene ID --format csv` and `json` print the same.

/** @typedef {import('../types').Table} Table */
/** @typedef {import('../types').Column} Column */
/** @typedef {import('../types').Cell} Cell */

/** @param {Column} column */
const head = ({ name, unit }) => (unit ? `${name} (${unit})` : name);

/** @param {Cell} cell @returns {string | number | null} null in a column of numbers: there is none */
const raw = ({ shown, value }) => (value === undefined ? shown : value);

/** The number that a text writes out, as "−1,234.50"; null for others. @param {string} text */
function written(text) {
  return /^−?[\d,]*\.?\d+$/.test(text) ? Number(text.replaceAll(',', '').replace('−', '-')) : null;
}

/** Whether a text says more than its number: digits left out, "∞", "any". @param {Cell} cell */
const saysMore = ({ shown, value }) => (value === null ? shown !== '–' : value !== undefined && written(shown) !== value);

/** @param {Table} table @returns {string} RFC 4180: CRLF line ends, quotes where a cell needs them */
export function csv(table) {
  const beside = table.columns.flatMap(({ number }, i) =>
    number && table.rows.some((row) => saysMore(/** @type {Cell} */ (row[i]))) ? [i] : []);
  const heads = [...table.columns.map(head), ...beside.map((i) => `${table.columns[i]?.name} as shown`)];
  const rows = table.rows.map((row) => [...row.map(raw), ...beside.map((i) => row[i]?.shown ?? '')]);
  return [heads, ...rows].map((cells) => cells.map((cell) => quote(String(cell ?? ''))).join(',') + '\r\n').join('');
}

/** @param {string} cell */
function quote(cell) {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * What `loom scene ID --format json` prints for the same state.
 * @param {string} scene @param {Record<string, unknown>} parameters @param {string} status
 * @param {Table} table @param {number} steps
 */
export function json(scene, parameters, status, table, steps) {
  const data = {
    columns: table.columns.map(head),
    rows: table.rows.map((row) => row.map(raw)),
    shown: table.rows.map((row) => row.map(({ shown }) => shown)),
  };
  return JSON.stringify({ scene, parameters, status, table: data, steps }, null, 2) + '\n';
}

/** @param {HTMLTableElement} element @returns {Table} */
export function read(element) {
  const text = (/** @type {Element} */ cell) => cell.textContent?.trim() ?? '';
  const columns = [...(element.tHead?.rows[0]?.cells ?? [])].map((cell) => {
    const { unit } = cell.dataset;
    return { name: text(cell), number: cell.classList.contains('number'), ...(unit && { unit }) };
  });
  const read = (/** @type {HTMLElement} */ cell, /** @type {number} */ i) => {
    const shown = text(cell);
    if (cell.dataset.value) return { shown, value: Number(cell.dataset.value) };
    return columns[i]?.number ? { shown, value: written(shown) } : { shown };
  };
  return { columns, rows: [...(element.tBodies[0]?.rows ?? [])].map((row) => [...row.cells].map(read)) };
}

/** @param {HTMLTableElement} element @param {Table} table */
export function write(element, table) {
  /** @param {'th' | 'td'} name @param {string} text @param {boolean} number */
  const make = (name, text, number) => {
    const cell = document.createElement(name);
    if (number) cell.className = 'number';
    cell.textContent = text;
    return cell;
  };
  /** @param {HTMLElement[]} cells */
  const line = (cells) => {
    const row = document.createElement('tr');
    row.append(...cells);
    return row;
  };
  const heads = table.columns.map(({ name, number, unit }) => {
    const cell = /** @type {HTMLTableCellElement} */ (make('th', name, number));
    cell.scope = 'col';
    if (unit) cell.dataset.unit = unit;
    return cell;
  });
  const rows = table.rows.map((row) =>
    line(row.map(({ shown, value }, i) => {
      const cell = make('td', shown, table.columns[i]?.number ?? false);
      if (typeof value === 'number') cell.dataset.value = String(value);
      return cell;
    })));
  element.tHead?.replaceChildren(line(heads));
  element.tBodies[0]?.replaceChildren(...rows);
}

/** @param {string} name @param {string} type @param {string} text */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the Blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
