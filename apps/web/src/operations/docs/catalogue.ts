import { bodies, type DocsBody, type DocsMeta, pages } from "virtual:docs";

export const CATEGORIES = [
  { name: "overview", title: "Overview" },
  { name: "user", title: "For members" },
  { name: "developer", title: "For developers" },
  { name: "legal", title: "Legal" },
] as const;

/** Pages of a category in their order. */
export function pagesOf(category: DocsMeta["category"]): DocsMeta[] {
  return pages.filter((page) => page.category === category).sort((a, b) => a.order - b.order);
}

/** All pages in reading order, category by category. */
export const IN_ORDER: readonly DocsMeta[] = CATEGORIES.flatMap(({ name }) => pagesOf(name));

/** Common tasks, each with the section of the documentation to start from. */
export const TASKS = [
  {
    title: "Ask your first question",
    text: "Add tags, and a bounty if you like.",
    href: "/docs/user-guide#asking-questions",
  },
  {
    title: "Get paid for an answer",
    text: "Find an open bounty, and win it.",
    href: "/docs/user-guide#winning-bounties",
  },
  {
    title: "Buy and sell BBUX",
    text: "Pay in SOL, and cash out in SOL.",
    href: "/docs/user-guide#virtual-tokens",
  },
  {
    title: "Stake and vote",
    text: "Get a share of the fees, and have a say.",
    href: "/docs/user-guide#governance",
  },
  {
    title: "Call the REST API",
    text: "Make your first call without an account.",
    href: "/docs/api-reference#your-first-call",
  },
  {
    title: "Run your own platform",
    text: "Install it, configure it, and go live.",
    href: "/docs/deployment-guide#what-you-deploy",
  },
] as const;

/** The previous and next page. */
export function neighboursOf(slug: string): { before: DocsMeta | undefined; after: DocsMeta | undefined } {
  const at = IN_ORDER.findIndex((page) => page.slug === slug);
  return { before: IN_ORDER[at - 1], after: at < 0 ? undefined : IN_ORDER[at + 1] };
}

export interface LoadedPage {
  readonly meta: DocsMeta;
  readonly body: DocsBody;
}

/** Loads a page with its text from its own file; `null` if there is no such page. */
export async function loadPage(slug: string): Promise<LoadedPage | null> {
  const meta = pages.find((page) => page.slug === slug);
  const load = Object.hasOwn(bodies, slug) ? bodies[slug] : undefined;
  if (!meta || !load) return null;
  return { meta, body: (await load()).default };
}
