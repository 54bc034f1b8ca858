/** Whether the service worker has cached all files of the page, including the pocket. It caches their list last. */
export async function isKept(): Promise<boolean> {
  const { caches } = globalThis as { caches?: CacheStorage };
  return (await caches?.match('/files.json').catch(() => undefined)) !== undefined;
}
