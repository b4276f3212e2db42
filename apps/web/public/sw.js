// Answers for pages that cannot be fetched, with /offline.html. It touches nothing else: what the API says, what members
// upload and what the app is made of goes its own way and is never kept here.
const STORE = "offline-1";
const FILES = ["/offline.html", "/offline.js", "/favicon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(FILES.map((path) => new Request(path, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))))
      // The page is asked for while the worker still wakes up.
      .then(() => self.registration.navigationPreload?.enable())
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") {
    if (!/^\/(?:api|uploads|feeds)\//.test(pathname)) event.respondWith(page(event));
  } else if (pathname === "/offline.js" || pathname === "/favicon.svg") {
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
