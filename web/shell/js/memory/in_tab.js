// What is remembered for as long as the tab is there: names and values below one key of sessionStorage.

/** Nothing where the browser refuses to remember, or what it has is not ours. @param {string} key @returns {Record<string, any>} */
export function remembered(key) {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? '');
    return found && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
}

/** @param {string} key @param {string} name @param {unknown} value @param {number} [most] names; the oldest is forgotten first */
export function remember(key, name, value, most = Infinity) {
  const { [name]: before, ...others } = remembered(key);
  const all = [...Object.entries(others), [name, value]];
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(all.slice(-most))));
  } catch {
    // It holds for as long as the page does.
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There is nothing then.
  }
}
