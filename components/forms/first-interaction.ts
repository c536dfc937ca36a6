/** Events of a visitor who uses a page. Assistive technology and autofill may send only the last two. */
const EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click', 'input'] as const;

/**
 * Resolves when the visitor first moves the pointer, touches the page, presses a key or focuses a field, so that
 * scripts which only an interaction needs are not loaded before. Resolves at once on the server, which renders all.
 */
export const firstInteraction = new Promise<void>((resolve) => {
  if (typeof document === 'undefined' || document.activeElement !== document.body) return resolve();
  for (const event of EVENTS)
    addEventListener(event, () => resolve(), { once: true, capture: true, passive: true });
});
