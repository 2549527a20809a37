// Runs before the first paint: a theme set by hand on an earlier visit. The rest is in theme.js.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's theme is right then.
}
