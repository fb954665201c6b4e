/** The longest wait that a browser's timer takes; a longer one fires at once. */
const longestMs = 2 ** 31 - 1;

/** Calls back at an instant of Date.now(), however far away; gives the function that stops the wait. */
export function waitUntil(instantMs: number, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const left = instantMs - Date.now();
    timer = left > longestMs ? setTimeout(wait, longestMs) : setTimeout(callback, left);
  };
  wait();
  return () => clearTimeout(timer);
}
