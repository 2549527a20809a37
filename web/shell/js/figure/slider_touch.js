// In Chromium a finger sets a slider as soon as it comes down, even when it then scrolls the page. The slider goes back.

/** @param {HTMLElement} root */
export function keepScrolledSliders(root) {
  /** @type {{slider: HTMLInputElement, value: string, text: string | undefined} | null} */
  let held = null;
  root.addEventListener('pointerdown', ({ target, pointerType }) => {
    const slider = pointerType === 'touch' && target instanceof HTMLInputElement && target.type === 'range' ? target : null;
    held = slider && { slider, value: slider.value, text: slider.dataset.text };
  }, { capture: true, passive: true });
  root.addEventListener('pointercancel', ({ target }) => {
    if (held && held.slider === target && held.value !== held.slider.value) {
      const { slider, value, text } = held;
      if (text !== undefined) slider.dataset.text = text; // between two positions
      slider.value = value;
      for (const event of ['input', 'change']) slider.dispatchEvent(new Event(event, { bubbles: true }));
    }
    held = null;
  }, { capture: true, passive: true });
}
