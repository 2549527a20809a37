// The theme button: system → light → dark, remembered. theme-boot.js applies it before the first paint.

/** @typedef {'system' | 'light' | 'dark'} Theme */

/** @type {Theme[]} */
const order = ['system', 'light', 'dark'];

/** @param {Theme} theme @returns {Theme} */
export function next(theme) {
  return order[(order.indexOf(theme) + 1) % order.length];
}

/** @returns {Theme} */
function current() {
  const set = document.documentElement.dataset.theme;
  return set === 'light' || set === 'dark' ? set : 'system';
}

/** @param {Theme} theme */
function apply(theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Forbidden storage: the choice holds for this page.
  }
  document.dispatchEvent(new Event('themechange'));
}

export function startTheme() {
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('button.theme'));
  if (!button) return;
  const label = () => button.setAttribute('aria-label', `Theme: ${current()}`);
  label();
  button.addEventListener('click', () => {
    apply(next(current()));
    label();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (current() === 'system') document.dispatchEvent(new Event('themechange'));
  });
  // Another tab of the site changed it.
  addEventListener('storage', (event) => {
    if (event.key !== 'theme') return;
    const theme = event.newValue;
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    label();
    document.dispatchEvent(new Event('themechange'));
  });
}
