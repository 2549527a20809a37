// Whether a text reveals the number that a prediction asks for.

/**
 * @param {string} text @param {string} answer as the page shows it: "512 B", "35.3%", "2"
 * @param {{unit?: boolean, tooltip?: boolean}} [options] whether a single digit with its unit tells it; a tooltip names what it
 * belongs to (lane 24), so that a count of two digits tells nothing there
 */
export function tells(text, answer, { unit = true, tooltip = false } = {}) {
  const [, written = '', rest = ''] = answer.match(/^(−?[\d,]*\.?\d+)\s*(.*)$/) ?? [];
  if (!written) throw new Error(`no number in '${answer}'`);
  const number = written.includes('.') ? written.replace(/\.?0+$/, '') : written;
  const digits = number.replace(/\D/g, '').length;
  const escaped = number.replace(/[.]/g, '\\.');
  const zeros = number.includes('.') ? '0*' : '(?:\\.0+)?';
  const alone = `(?<![\\d.,A-Za-z−])${escaped}${zeros}(?![\\d,]\\d|\\d|\\.\\d)`;
  if (digits > (tooltip && !number.includes('.') ? 2 : 1) && new RegExp(alone).test(text)) return true;
  return unit && rest !== '' && new RegExp(`${alone}\\s?${rest.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![A-Za-z])`, 'i').test(text);
}
