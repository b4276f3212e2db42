/**
 * Applies the stylesheets that the page did not wait for (build/lateParts.ts) and resolves when all are in force,
 * because the app draws nothing before. A stylesheet that fails to load holds nothing up.
 */
export async function lateStylesInForce(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[data-late]")];
  await Promise.all(links.map(inForce));
}

function inForce(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    const use = () => {
      link.media = "all";
      resolve();
    };
    if (link.sheet) return use();
    link.addEventListener("load", use, { once: true });
    link.addEventListener("error", use, { once: true });
  });
}
