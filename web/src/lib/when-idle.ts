/** Calls back when the browser has nothing better to do; returns how to cancel it. Safari has no requestIdleCallback. */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(callback, 1_000);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = requestIdleCallback(callback);
  return () => {
    cancelIdleCallback(handle);
  };
}
