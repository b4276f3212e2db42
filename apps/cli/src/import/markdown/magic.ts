/** Words in brackets that the sites turn into links to their own pages: `[help]`, `[ask]`. */
const PAGES: Record<string, [name: string, path: string]> = {
  help: ["help center", "help"],
  "help/on-topic": ["help center", "help/on-topic"],
  "help/dont-ask": ["help center", "help/dont-ask"],
  ask: ["How to Ask", "help/how-to-ask"],
  answer: ["How to Answer", "help/how-to-answer"],
  mcve: ["Minimal, Complete, and Verifiable example", "help/mcve"],
  mre: ["Minimal, Reproducible Example", "help/minimal-reproducible-example"],
  tour: ["tour", "tour"],
  about: ["tour", "tour"],
  faq: ["help center", "help"],
};

/**
 * Expands the sites' own shorthands to plain Markdown: `[tag:x]` and `[help]` become links to the site, or plain words if the
 * site is unknown.
 * @param site the site's host, or null
 */
export function expandMagic(text: string, site: string | null): string {
  if (!text.includes("[")) return text;
  const link = (name: string, path: string) => (site ? `[${name}](https://${site}/${path})` : name);
  return text.replace(/\[([a-z/-]+|(?:meta-)?tag:[^\]\s]+)\](?![[(]|:\s*\S+:\/\/)/gi, (whole, word: string) => {
    const [, meta, tag] = /^(meta-)?tag:-?(.+)$/i.exec(word) ?? [];
    if (tag) return tagLink(tag.toLowerCase(), meta ? site : mainOf(site));
    const page = PAGES[word.toLowerCase()];
    return page ? link(...page) : whole;
  });
}

function tagLink(tag: string, site: string | null): string {
  if (!site) return tag;
  return `[${tag}](https://${site}/questions/tagged/${encodeURIComponent(tag)} "show questions tagged '${tag}'")`;
}

/** The main site of a meta site, which `[tag:…]` refers to: `x.meta.stackexchange.com` → `x.stackexchange.com`. */
function mainOf(site: string | null): string | null {
  return site?.replace(/^meta\.|\.meta(?=\.)/, "") ?? null;
}
