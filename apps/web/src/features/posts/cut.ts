import { LIST_CUT } from "@bbux/contract";

/** A run of text, marked where it matches the search. */
export interface Part {
  readonly text: string;
  readonly match: boolean;
}

/** The text cut after `max` characters (code points), with an ellipsis when something is missing. */
export function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join("").trimEnd()}…`;
}

/** Marked text cut after `max` characters in all: a mark is kept as far as it is shown. */
export function cutParts(parts: readonly Part[], max: number): Part[] {
  const shown: Part[] = [];
  let left = max;
  for (const part of parts) {
    const characters = Array.from(part.text);
    if (characters.length > left) {
      const text = characters.slice(0, left).join("");
      return [...shown, ...(text ? [{ text, match: part.match }] : []), { text: "…", match: false }];
    }
    shown.push(part);
    left -= characters.length;
  }
  return shown;
}

/** A title in a list: 60 characters (spec core §9). */
export const cutTitle = (title: string) => cut(title, LIST_CUT.title);

/** The whole title for the hover, where it is cut. */
export function titleTip(title: string): string | undefined {
  return cutTitle(title) === title ? undefined : title;
}

/** Content in a list: one line of 120 characters (spec core §9). */
export const cutExcerpt = (content: string) => cut(content.replace(/\s+/g, " ").trim(), LIST_CUT.content);

/** The tags shown in a list, two at most, and how many more there are (spec core §9). */
export function shownTags(tags: readonly string[]): { shown: string[]; more: string[] } {
  return { shown: tags.slice(0, LIST_CUT.tags), more: tags.slice(LIST_CUT.tags) };
}
