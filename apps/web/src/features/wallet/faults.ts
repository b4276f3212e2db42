import { codeOf, hintOf, messageOf } from "../../errors.ts";

/** What failed, in the words of the specification, and why, in the server's. */
export interface Fault {
  readonly message: string;
  readonly hint: string | null;
}

/** A failed call under the sentence that stands for it (spec money §8); why it failed, and what to do, come after it. */
export function faultOf(sentence: string, error: unknown): Fault {
  const reason = messageOf(error);
  // A failure without words gives "HTTP 400", which helps nobody.
  const told = codeOf(error) !== null || reason === "Network error" ? reason : null;
  const parts = [told, hintOf(error)].filter((part) => part !== null && part !== sentence);
  return { message: sentence, hint: parts.length > 0 ? parts.map((part) => sentenceOf(part ?? "")).join(" ") : null };
}

function sentenceOf(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
