// Waits with a time limit and a message.

/** Like `promise`, but rejects if it takes longer than this. */
export async function within(promise, millis, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${millis / 1000} seconds in vain for ${what}`)), millis);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
