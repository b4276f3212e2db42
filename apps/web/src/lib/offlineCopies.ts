/** The cache with what can be read without a connection. The offline page (public/offline.js) reads it, too. */
export const COPIES = "bbux-copies";

/** Forgets all copies, so that the next person on this browser doesn't find them. */
export function forgetCopies(): void {
  // Missing on plain-http origins, where nothing is kept either.
  void globalThis.caches?.delete(COPIES).catch(() => undefined);
}
