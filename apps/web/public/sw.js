// Serves /offline.html for pages that can't be fetched. It touches nothing else: API responses, members'
// uploads and the app's own files bypass it and are never cached here. What the app keeps for reading offline is in caches of their own.
const STORE = "offline-2";
const KEPT = [STORE, "bbux-copies", "bbux-words"];
const FILES = ["/offline.html", "/offline.js", "/offline.text.js", "/favicon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(FILES.map((path) => new Request(path, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => !KEPT.includes(name);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      // The page is requested while the worker is still starting up.
      .then(() => self.registration.navigationPreload?.enable())
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") {
    if (!/^\/(?:api|uploads|feeds)\//.test(pathname)) event.respondWith(page(event));
  } else if (FILES.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(pathname)));
  }
});

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match("/offline.html")) ?? Response.error();
  }
}
