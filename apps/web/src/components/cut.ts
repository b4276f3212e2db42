import { LIST_CUT } from "@bbux/contract";

/** A run of text, marked where it matches the search. */
export interface Part {
  readonly text: string;
  readonly match: boolean;
}

/** Cuts the text after `max` code points, with an ellipsis when something is missing. */
export function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join("").trimEnd()}…`;
}

/** Cuts marked text after `max` characters in total and keeps the visible marks. */
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

/** Cuts a title in a list at 60 characters. */
export const cutTitle = (title: string) => cut(title, LIST_CUT.title);

/** Returns the whole title for the hover, if it is cut. */
export function titleTip(title: string): string | undefined {
  return cutTitle(title) === title ? undefined : title;
}

/** Cuts content in a list to one line of 120 characters. */
export const cutExcerpt = (content: string) => cut(content.replace(/\s+/g, " ").trim(), LIST_CUT.content);

/** Returns the tags shown in a list, two at most, and how many more there are. */
export function shownTags(tags: readonly string[]): { shown: string[]; more: string[] } {
  return { shown: tags.slice(0, LIST_CUT.tags), more: tags.slice(LIST_CUT.tags) };
}
