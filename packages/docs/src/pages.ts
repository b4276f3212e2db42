import { z } from "zod";

/** Every page; the order is in the front matter. */
export const SLUGS = [
  "platform",
  "user-guide",
  "developer-guide",
  "api-reference",
  "deployment-guide",
  "refund-system",
  "legal",
  "terms",
  "privacy",
  "cookies",
] as const;
export type Slug = (typeof SLUGS)[number];

export const CATEGORIES = ["overview", "user", "developer", "legal"] as const;
export type Category = (typeof CATEGORIES)[number];

/** The YAML above a page's text, between two lines of dashes. */
export const frontMatter = z.strictObject({
  title: z.string().min(1).max(60),
  description: z.string().min(20).max(200),
  category: z.enum(CATEGORIES),
  order: z.int().min(0),
  updated: z.iso.date(),
});
export type FrontMatter = z.infer<typeof frontMatter>;

/** Pages whose address isn't below /docs. */
const AT_TOP: readonly Slug[] = ["privacy", "terms"];
/** Shown inside another page, and printed separately. */
const WITHIN: Partial<Record<Slug, string>> = { cookies: "/docs/legal#cookie-policy" };

export const isSlug = (value: string): value is Slug => SLUGS.some((slug) => slug === value);

/** The address of a page: `/docs/platform`, `/privacy`. */
export function addressOf(slug: Slug): string {
  return WITHIN[slug] ?? (AT_TOP.includes(slug) ? `/${slug}` : `/docs/${slug}`);
}

/** Whether the page has its own address in the app. */
export function hasAddress(slug: Slug): boolean {
  return WITHIN[slug] === undefined;
}

/** The address of its PDF. */
export function pdfAddressOf(slug: Slug): string {
  return AT_TOP.includes(slug) ? `/api/${slug}.pdf` : `/api/docs/${slug}.pdf`;
}
