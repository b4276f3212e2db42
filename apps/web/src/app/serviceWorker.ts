/**
 * Registers the small worker in public/sw.js, which answers for a page that can't be fetched. It caches one static page
 * and no API response. Without it the browser shows its own error page. Once it is there, that page's texts are kept.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () =>
    void navigator.serviceWorker
      .register("/sw.js")
      .then(() => navigator.serviceWorker.ready)
      .then(async () => (await import("./offlineTexts.ts")).keepOfflineTexts())
      .catch(() => undefined);
  // Runs when the browser is idle, because nothing waits for it.
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
