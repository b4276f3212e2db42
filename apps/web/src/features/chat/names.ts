import type { ChatMessage } from "@bbux/contract";
import { hasLeft } from "../../components/author.ts";

/** Who has written, whoever wrote last first, without the reader and those who have left. */
export function writersIn(messages: readonly ChatMessage[], me: string): string[] {
  const names = new Set<string>();
  for (const { author } of messages.toReversed()) {
    if (author.id !== me && !hasLeft(author.username)) names.add(author.username);
  }
  return [...names];
}
