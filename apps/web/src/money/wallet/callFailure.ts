import { codeOf, hintOf, messageOf } from "../../lib/errors.ts";

/** The documented sentence for the failure, and the server's reason. */
export interface Fault {
  readonly message: string;
  readonly hint: string | null;
}

/** Reports a failed call: the documented sentence, followed by the reason and what to do. */
export function faultOf(sentence: string, error: unknown): Fault {
  const reason = messageOf(error);
  // A failure without a message gives "HTTP 400", which helps nobody.
  const told = codeOf(error) !== null || reason === "Network error" ? reason : null;
  const parts = [told, hintOf(error)].filter((part) => part !== null && part !== sentence);
  return { message: sentence, hint: parts.length > 0 ? parts.map((part) => sentenceOf(part ?? "")).join(" ") : null };
}

function sentenceOf(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
