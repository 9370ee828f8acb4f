/** Once the page has nothing better to do; gives back how to call it off. Safari has no word for that. */
export function whenIdle(job: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(job, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(job, 1500);
  return () => clearTimeout(timer);
}
