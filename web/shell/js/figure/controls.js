// A figure's HTML controls: one element with data-key per parameter of the scene.

import { setText } from '../page/text.js';

/** @typedef {HTMLElement & {dataset: {key: string}}} Control */

/** @param {Element} root @returns {Control[]} */
export function controlsOf(root) {
  return /** @type {Control[]} */ ([...root.querySelectorAll('.control[data-key]')]);
}

/** @param {EventTarget | null} target @returns {Control | null} */
export function controlOf(target) {
  return target instanceof Element ? /** @type {Control | null} */ (target.closest('.control[data-key]')) : null;
}

/** @param {Control} control @returns {HTMLInputElement[]} */
function inputs(control) {
  return /** @type {HTMLInputElement[]} */ ([...control.querySelectorAll('input, textarea')]);
}

/**
 * A slider with data-stops="1 2 4 8": its positions stand for these numbers. A number that was set
 * elsewhere may lie between two of them; data-text has it.
 * @param {HTMLInputElement} input @returns {string[]}
 */
function stopsOf(input) {
  return (input.dataset.stops ?? '').split(' ');
}

/** The position whose number is the nearest. @param {string[]} stops @param {string} text */
function position(stops, text) {
  const away = stops.map((stop) => Math.abs(Number(stop) - Number(text)));
  return away.indexOf(Math.min(...away));
}

/** @param {HTMLInputElement} input a slider with stops */
function readStop(input) {
  const { text = '' } = input.dataset;
  const stops = stopsOf(input), at = Number(input.value);
  return at === position(stops, text) ? text : (stops[at] ?? text);
}

/** The parameter's text as the control has it. @param {Control} control */
export function readControl(control) {
  const all = inputs(control);
  const first = all[0];
  if (!first) return control.querySelector('select')?.value ?? '';
  if (first.type === 'radio') return all.find((input) => input.checked)?.value ?? '';
  if (first.type === 'checkbox') return first.checked ? 'on' : 'off';
  return first.dataset.stops ? readStop(first) : first.value;
}

/**
 * A parameter's value as JSON has it. @param {Control} control @param {string} text canonical
 * @returns {string | number | boolean | number[]}
 */
export function natural(control, text) {
  if (control.classList.contains('range')) return Number(text);
  if (control.classList.contains('toggle')) return text === 'on';
  return control.classList.contains('numbers') ? text.split(',').map(Number) : text;
}

/** @param {Control} control @param {string} text canonical */
export function writeControl(control, text) {
  const select = control.querySelector('select');
  if (select) select.value = text;
  for (const input of inputs(control)) {
    if (input.type === 'radio') input.checked = input.value === text;
    else if (input.type === 'checkbox') input.checked = text === 'on';
    else if (input.dataset.stops) moveTo(input, text);
    else if (input.value !== text) input.value = text;
  }
  showOutput(control, text);
}

/** @param {HTMLInputElement} input a slider with stops @param {string} text */
function moveTo(input, text) {
  input.dataset.text = text;
  input.value = String(position(stopsOf(input), text));
}

/** As sentences and tables write it: "65,536.5". @param {string} number */
export const grouped = (number) => number.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

/** The number beside a slider, and for those who hear it. @param {Control} control @param {string} text */
export function showOutput(control, text) {
  setText(control.querySelector('output'), grouped(text));
  for (const input of inputs(control)) {
    if (input.dataset.stops) {
      input.dataset.text = text;
      input.setAttribute('aria-valuetext', `${text} ${input.dataset.unit ?? ''}`.trim());
    } else if (input.type === 'range') input.ariaValueText = input.value === text ? null : text; // between two of its steps
  }
}

/**
 * The controls that a figure leaves out come when its state differs from its own in one of them.
 * @param {Element} root @param {Record<string, string>} own @param {Record<string, string>} values
 * @returns {Control[]} those that have come
 */
export function bringLeftOut(root, own, values) {
  const template = /** @type {HTMLTemplateElement | null} */ (root.querySelector('.controls > template'));
  if (!template) return [];
  const all = /** @type {Control[]} */ ([...template.content.children]);
  if (all.every(({ dataset: { key } }) => values[key] === own[key])) return [];
  template.replaceWith(...all);
  return all;
}

/**
 * Shows the controls that mean something in this state: data-when="pattern=shuffled|random&width=8".
 * @param {Control[]} controls @param {(key: string) => string} value canonical text of any parameter
 */
export function offer(controls, value) {
  for (const control of controls) {
    const { when } = control.dataset;
    if (when)
      control.hidden = !when.split('&').every((term) => {
        const [key, values] = term.split('=');
        return values.split('|').includes(value(key));
      });
    if (control.dataset.most) limit(control, value);
  }
}

/**
 * A slider with data-most="tokens-1" ends where another parameter's number does, or at its own data-maximum. What
 * is beyond is kept by the figure, and comes back with more room.
 * @param {Control} control @param {(key: string) => string} value canonical text of any parameter
 */
function limit(control, value) {
  const [key = '', less = '0'] = (control.dataset.most ?? '').split('-');
  const end = Math.min(Number(control.dataset.maximum), Number(value(key)) - Number(less));
  const text = value(control.dataset.key), beyond = Number(text) > end;
  for (const input of inputs(control)) {
    input.max = String(end);
    input.value = beyond ? String(end) : text;
  }
  showOutput(control, beyond ? String(end) : text);
}

/** A text field in which the reader is typing is left alone. @param {Control} control */
export function isTyping(control) {
  const active = document.activeElement;
  const text = active instanceof HTMLTextAreaElement || (active instanceof HTMLInputElement && (active.type === 'text' || active.type === 'number'));
  return text && control.contains(active);
}

/**
 * A figure may refuse single numbers of a slider. Whoever moves it onto one moves it on over it, in the same direction.
 * @param {Control} control @param {string} before the figure's number
 * @param {(text: string) => boolean} accepts whether the figure takes a number, and shows it
 * @returns {boolean} false when the slider is where it was
 */
export function stepOver(control, before, accepts) {
  const slider = inputs(control)[0];
  if (slider?.type !== 'range' || slider.dataset.stops) return false;
  const refused = slider.value;
  if (Number(refused) > Number(before)) slider.stepUp();
  else slider.stepDown();
  const over = slider.value !== refused && accepts(slider.value);
  if (!over) slider.value = refused;
  return over;
}
