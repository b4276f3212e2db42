(() => {
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("mantine-color-scheme-value") ?? "auto";
    // As session.tsx leaves it: whoever was signed in here sees the mark where a member's shell has it.
    if (localStorage.getItem("bbux.member") !== null) document.documentElement.setAttribute("data-member", "");
  } catch {
    // Storage may be forbidden; the system's scheme is then the right one.
  }
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
