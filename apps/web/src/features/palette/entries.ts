import type { Icon } from "@tabler/icons-react";

/** One line of the palette. Its id says what it is and is what the browser remembers: `page:/wallet`, `post:12`, `action:ask`. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly keywords?: string;
  /** What stands after the title, dimmed. */
  readonly note?: string;
  /** Keys that do the same. */
  readonly keys?: readonly string[];
  readonly Icon: Icon;
  readonly run: () => void;
}

/** Lines under a heading. */
export interface EntryGroup {
  readonly name: string;
  readonly entries: readonly Entry[];
  /** Still being asked for: rows wait in its place. */
  readonly waiting?: boolean;
  /** Could not be asked for; asks again. */
  readonly retry?: () => void;
}
