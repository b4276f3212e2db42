import { hasMath } from "@bbux/markdown/formulas";
import { useLatePart } from "../lib/latePart.ts";
import { lateTitles } from "./Prose.loader.ts";

/** A title: plain text with rendered formulas, not Markdown. */
export function MarkdownTitle({ title }: { title: string }) {
  const late = useLatePart(lateTitles, hasMath(title));
  return late ? <late.TitleWithFormulas title={title} /> : title;
}
