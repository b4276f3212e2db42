/**
 * Lets the small worker in public/sw.js answer for a page that cannot be fetched. It keeps one page of ours and nothing that the
 * API says. Without it the browser shows its own page, and all else works the same.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  // When there is nothing better to do: nobody waits for it.
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
