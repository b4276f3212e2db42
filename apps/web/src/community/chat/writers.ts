import type { ChatMessage } from "@bbux/contract";
import { hasLeft } from "../../components/author.ts";

/** Returns the room's authors, most recent first, without the reader and former members. */
export function writersIn(messages: readonly ChatMessage[], me: string): string[] {
  const names = new Set<string>();
  for (const { author } of messages.toReversed()) {
    if (author.id !== me && !hasLeft(author.username)) names.add(author.username);
  }
  return [...names];
}
