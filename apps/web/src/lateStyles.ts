/**
 * Puts the stylesheets in force that the page did not wait for (build/lateParts.ts), and resolves when all of them are: the app
 * draws nothing before. One that cannot be had keeps nobody waiting.
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
