// 'Show as data': the table on the page. take/data.js makes files of it.

/** @typedef {import('../types').Table} Table */

/** The number that a text writes out, as "−1,234.50"; null for others. @param {string} text */
export function written(text) {
  return /^−?[\d,]*\.?\d+$/.test(text) ? Number(text.replaceAll(',', '').replace('−', '-')) : null;
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
