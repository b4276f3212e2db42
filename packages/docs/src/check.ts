import { type CompiledPage, compileSource } from "./compile.ts";
import { existingPages, pageSource } from "./files.ts";
import { deadLinks } from "./links.ts";
import { isSlug, SLUGS } from "./pages.ts";
import { unprintable } from "./pdf/signs.ts";
import { type Problem, sentence } from "./problems.ts";
import { allValues } from "./values.ts";

/** Compiles every page and reports what is wrong within and between pages. */
export function checkPages(): { pages: CompiledPage[]; problems: Problem[] } {
  const existing = existingPages();
  const problems: Problem[] = [];
  const pages = existing.flatMap((slug) => {
    if (!isSlug(slug)) {
      problems.push({ slug, line: undefined, message: "Unknown page: add its slug to packages/docs/src/pages.ts" });
      return [];
    }
    const compiled = compileSource(slug, pageSource(slug));
    problems.push(...compiled.problems);
    return compiled.page ? [compiled.page] : [];
  });
  for (const slug of SLUGS)
    if (!existing.includes(slug)) problems.push({ slug, line: undefined, message: "This page is not written yet" });
  const missing = pages.flatMap(({ meta, text }) =>
    unprintable(text).map((sign) => ({ slug: meta.slug, line: undefined, message: `No font of the PDFs has ${sign}` })),
  );
  return { pages, problems: [...problems, ...missing, ...deadLinks(pages)] };
}

/** `node packages/docs/src/check.ts [slug…]`, `… values [word]`: prints the problems, or the available values. */
function main([command, ...rest]: readonly string[]): void {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  if (command === "values") {
    for (const [name, value] of Object.entries(allValues()))
      if (rest.every((word) => `${name} ${value}`.toLowerCase().includes(word.toLowerCase())))
        print(`{{${name}}}  ${value}`);
    return;
  }
  const only = command === undefined ? SLUGS : [command, ...rest];
  const { pages, problems } = checkPages();
  const shown = problems.filter(({ slug }) => only.some((wanted) => slug === wanted || slug.startsWith("docs/")));
  for (const problem of shown) print(sentence(problem));
  for (const { meta, toc, text } of pages)
    if (only.some((wanted) => wanted === meta.slug))
      print(`${meta.slug}: ${text.split(/\s+/).length} words, ${toc.length} headings in the table of contents`);
  process.exitCode = shown.length > 0 ? 1 : 0;
}

if (import.meta.main) main(process.argv.slice(2));
