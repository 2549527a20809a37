// The colors of the roles, from the style sheet's tokens (web/shell/css/tokens.css).

/** In the order of scene::Role (web/scene/painter.hpp); the first, none, is never drawn. */
export const roles = [
  '', 'ink', 'muted', 'grid', 'surface', 'page', 'lane', 'data', 'compute', 'wait', 'waste', 'bad', 'good',
  'series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6',
];

/**
 * Red, green, blue and alpha of each role in turn. A token may be anything that CSS calls a color, so an element
 * wears it and a canvas shows which bytes that makes.
 * @returns {Uint8Array}
 */
export function readTheme() {
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.setProperty('forced-color-adjust', 'none'); // as .picture has it
  document.body.append(probe);
  const pixel = document.createElement('canvas');
  pixel.width = pixel.height = 1;
  const context = pixel.getContext('2d', { willReadFrequently: true });
  const bytes = new Uint8Array(4 * roles.length);
  roles.forEach((role, i) => {
    if (!role || !context) return;
    probe.style.color = `var(--${role})`;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    bytes.set(context.getImageData(0, 0, 1, 1).data, 4 * i);
  });
  probe.remove();
  return bytes;
}
