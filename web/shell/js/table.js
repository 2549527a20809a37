// 'Show as data': the table on the page, and the same as CSV and JSON.

/** @typedef {import('./types').Table} Table */

/** @param {Table} table @returns {string} RFC 4180: CRLF line ends, quotes where a cell needs them */
export function csv(table) {
  const lines = [table.columns.map((column) => column.name), ...table.rows];
  return lines.map((cells) => cells.map(quote).join(',') + '\r\n').join('');
}

/** @param {string} cell */
function quote(cell) {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * What `loom scene ID --format json` prints for the same state.
 * @param {string} scene @param {Record<string, string>} parameters @param {string} status
 * @param {Table} table @param {number} steps
 */
export function json(scene, parameters, status, table, steps) {
  const columns = table.columns.map((column) => column.name);
  return JSON.stringify({ scene, parameters, status, table: { columns, rows: table.rows }, steps }, null, 2) + '\n';
}

/** @param {HTMLTableElement} element @returns {Table} */
export function read(element) {
  const cells = (/** @type {Element} */ row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '');
  const head = element.tHead?.rows[0];
  const columns = head
    ? [...head.cells].map((cell) => ({ name: cell.textContent?.trim() ?? '', number: cell.classList.contains('number') }))
    : [];
  return { columns, rows: [...(element.tBodies[0]?.rows ?? [])].map(cells) };
}

/** @param {HTMLTableElement} element @param {Table} table */
export function write(element, table) {
  const row = (/** @type {string[]} */ texts, /** @type {'th' | 'td'} */ name) => {
    const line = document.createElement('tr');
    texts.forEach((text, i) => {
      const cell = document.createElement(name);
      if (name === 'th') cell.scope = 'col';
      if (table.columns[i]?.number) cell.className = 'number';
      cell.textContent = text;
      line.append(cell);
    });
    return line;
  };
  element.tHead?.replaceChildren(row(table.columns.map((column) => column.name), 'th'));
  element.tBodies[0]?.replaceChildren(...table.rows.map((texts) => row(texts, 'td')));
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
