// Loads the page when the connection is back.
window.addEventListener("online", () => window.location.reload());
document.getElementById("again")?.addEventListener("click", () => window.location.reload());
