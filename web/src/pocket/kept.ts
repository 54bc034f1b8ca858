/** Whether the service worker has all files of the page, with those that play on this device: it keeps their list last. */
export async function isKept(): Promise<boolean> {
  const { caches } = globalThis as { caches?: CacheStorage };
  return (await caches?.match('/files.json').catch(() => undefined)) !== undefined;
}
