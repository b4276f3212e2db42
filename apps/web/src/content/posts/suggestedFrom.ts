import { LIMITS, TAG_SUGGESTIONS } from "@bbux/contract";
import { languageLabel } from "../../components/CodeBlock.languages.ts";

/** What tags are suggested for. */
export interface TagDraft {
  readonly title: string;
  readonly content: string;
  readonly codeBlocks: readonly { readonly language: string; readonly code: string }[];
}

const FENCED = /^(```+|~~~+)[ \t]*([\w+#-]*).*\n[\s\S]*?(?:^\1|$(?![\s\S]))/gm;
const ADDRESS = /\(?(?:https?|upload):\S+/g;

/**
 * Returns what the server suggests tags from: the title, and the languages of the code with the beginning of the text.
 * Code itself and addresses are left out, because their words name nothing.
 */
export function suggestedFrom({ title, content, codeBlocks }: TagDraft): { title: string; text: string } {
  const fenced = Array.from(content.matchAll(FENCED), ([, , language = ""]) => language);
  const given = codeBlocks.filter(({ code }) => code.trim() !== "").map(({ language }) => language);
  const languages = [...new Set([...given, ...fenced].filter(Boolean).map(languageLabel))];
  const prose = content.replace(FENCED, " ").replace(ADDRESS, " ");
  const text = [...languages.map((language) => `${language}.`), prose].join(" ").replace(/\s+/g, " ").trim();
  return { title: cut(title.trim(), LIMITS.title), text: cut(text, TAG_SUGGESTIONS.text) };
}

/** Cuts without leaving half of a character, which the server refuses. */
function cut(text: string, max: number): string {
  return text
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}
