// Runs before the first paint of a figure in a frame: the theme that the frame's address asks for, ?theme=dark or light. Without
// one the system's is right. A frame of another site keeps nothing.
const theme = new URLSearchParams(location.search).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

// A sandboxed frame is refused the script if its host does not allow every origin. The figure then is as without scripts.
addEventListener('error', ({ target }) => {
  if (!(target instanceof HTMLScriptElement)) return;
  for (const still of document.querySelectorAll('noscript')) still.outerHTML = still.textContent ?? '';
}, true);
