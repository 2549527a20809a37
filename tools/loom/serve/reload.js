// Loaded by served pages only: reloads the page when the site was rebuilt, and shows mistakes over the
// last good page.
const built = new URL(import.meta.url).searchParams.get('v');

/** @param {string[]} mistakes */
function show(mistakes) {
  document.getElementById('loom-overlay')?.remove();
  if (mistakes.length === 0) return;
  const overlay = document.createElement('div');
  overlay.id = 'loom-overlay';
  overlay.setAttribute('role', 'alert');
  const heading = document.createElement('p');
  heading.textContent = `${mistakes.length === 1 ? 'One mistake' : `${mistakes.length} mistakes`}; this is the last good page`;
  const list = document.createElement('pre');
  list.textContent = mistakes.join('\n');
  list.tabIndex = 0;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = 'Hide';
  close.addEventListener('click', () => overlay.remove());
  overlay.append(heading, list, close);
  document.body.append(overlay);
}

const style = document.createElement('link');
style.rel = 'stylesheet';
style.href = '/loom-reload.css';
document.head.append(style);

new EventSource('/loom-reload').addEventListener('message', (event) => {
  const { version, mistakes } = JSON.parse(event.data);
  if (version !== built) location.reload();
  else show(mistakes);
});
