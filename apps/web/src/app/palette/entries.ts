import type { Icon } from "@tabler/icons-react";

/**
 * One entry of the palette. Its id names the target and is what the browser remembers: `page:/wallet`, `post:12`,
 * `action:ask`.
 */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly keywords?: string;
  /** Dimmed text after the title. */
  readonly note?: string;
  /** Keys that do the same thing. */
  readonly keys?: readonly string[];
  readonly Icon: Icon;
  readonly run: () => void;
}

/** Entries under a heading. */
export interface EntryGroup {
  readonly name: string;
  readonly entries: readonly Entry[];
  /** Still loading: placeholder rows take its place. */
  readonly waiting?: boolean;
  /** Set when loading failed; retries. */
  readonly retry?: () => void;
}
