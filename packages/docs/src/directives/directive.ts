import type { Heading, RootContent } from "mdast";

export interface DirectiveCall {
  /** What stands in braces behind the name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Of headings that are written: one below the heading that the directive stands under. */
  readonly depth: Heading["depth"];
  /** Says what is wrong with the call; the page is not published then. */
  readonly complain: (message: string) => void;
  /** Reads Markdown of another file into a tree. */
  readonly read: (slug: string, markdown: string) => RootContent[];
}

/** Writes what a line such as `::endpoints{tag="wallet"}` stands for. */
export type Directive = (call: DirectiveCall) => RootContent[];
