// 'Report a mistake' at the end of each section. The builder leaves the places, and one address for all of them
// (render/report.hpp); a link for the whole page stands at its end without a script.

import { headingText } from './heading.js';

/** @param {string} pattern @param {{section: string, id: string}} part */
export const reportAddress = (pattern, { section, id }) =>
  pattern.replaceAll('{section}', encodeURIComponent(section)).replaceAll('{id}', encodeURIComponent(id));

/** The heading that something stands below. @param {Element} element */
function headingOf(element) {
  let before = element.previousElementSibling;
  while (before && !before.matches('h2, h3')) before = before.previousElementSibling;
  return before;
}

export function startReports() {
  const pattern = document.querySelector('main')?.dataset.report;
  if (!pattern) return;
  for (const place of document.querySelectorAll('p.report:empty')) {
    const heading = headingOf(place);
    if (!heading) continue;
    const section = headingText(heading);
    const link = document.createElement('a');
    link.href = reportAddress(pattern, { section, id: heading.id });
    link.textContent = 'Report a mistake';
    link.setAttribute('aria-label', `Report a mistake in “${section}”`);
    place.append(link);
  }
}
