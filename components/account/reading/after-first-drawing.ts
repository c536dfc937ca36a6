/** Maximum time to wait for the images on the first screen, in ms. */
const PICTURES_MS = 1_000;

/**
 * Calls a function when the browser is idle, or after at most half a second.
 * @param pictured whether to wait first for the images in the page's HTML, for up to a second
 * @returns a function that cancels the call
 */
export function afterFirstDrawing(then: () => void, pictured: boolean): () => void {
  let stop = () => {};
  const soon = () => {
    stop();
    // Safari lacks `requestIdleCallback`.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(then, 100);
      stop = () => clearTimeout(timer);
    } else {
      const handle = requestIdleCallback(then, { timeout: 500 });
      stop = () => cancelIdleCallback(handle);
    }
  };
  if (!pictured || document.readyState === 'complete') soon();
  else {
    const timer = setTimeout(soon, PICTURES_MS);
    window.addEventListener('load', soon);
    stop = () => {
      clearTimeout(timer);
      window.removeEventListener('load', soon);
    };
  }
  return () => stop();
}
