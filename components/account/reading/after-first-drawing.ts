/** Longest that pictures of the first screen are waited for, in ms. */
const PICTURES_MS = 1_000;

/**
 * Calls once the browser has a moment, at the latest after half a second. Returns what takes it back.
 * @param pictured pictures came with the page: they are loaded first, for a second
 */
export function afterFirstDrawing(then: () => void, pictured: boolean): () => void {
  let stop = () => {};
  const soon = () => {
    stop();
    // Safari has no idle callbacks.
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
