// Loads the page when the platform can be reached again. The browser may have been online again before this script listened.
const PAUSE_MS = 3_000;
const reload = () => window.location.reload();

async function reloadWhenReachable() {
  if (navigator.onLine) {
    const isReachable = await fetch("/api/health/live", { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReachable) return reload();
  }
  setTimeout(reloadWhenReachable, PAUSE_MS);
}

window.addEventListener("online", reload);
document.getElementById("again")?.addEventListener("click", reload);
setTimeout(reloadWhenReachable, PAUSE_MS);
