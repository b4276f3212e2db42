import { latePart } from "../lib/latePart.ts";

/** Parses Markdown. */
export const lateMarkdown = latePart(() => import("./Markdown.tsx"));

/** Renders the formulas of titles. */
export const lateTitles = latePart(() => import("./MarkdownTitle.formulas.tsx"));

interface Text {
  readonly content: string;
  readonly contentHtml: string | null;
}

/**
 * Loads what a page needs to show these texts, so that it is drawn complete: nothing but the looks of formulas, unless the
 * server has yet to render one of them.
 */
export async function loadProse(title: string, texts: readonly Text[]): Promise<void> {
  const waiting = texts.filter(({ contentHtml }) => contentHtml === null).map(({ content }) => content);
  const html = texts.map(({ contentHtml }) => contentHtml ?? "").join("");
  const needsParser = waiting.length > 0 || title.includes("$");
  if (!needsParser && !html.includes('class="katex')) return;
  const { loadMath, loadMathStyles } = await import("./Markdown.loader.ts");
  await Promise.all([
    loadMathStyles(html),
    needsParser ? loadMath([title, ...waiting].join("\n\n")) : null,
    waiting.length > 0 ? lateMarkdown.fetch() : null,
    title.includes("$") ? lateTitles.fetch() : null,
  ]);
}
