import type { Heading, RootContent } from "mdast";

export interface DirectiveCall {
  /** The attributes in braces after the name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The depth of generated headings: one below the heading above the directive. */
  readonly depth: Heading["depth"];
  /** Reports a problem with the call, which keeps the page from being published. */
  readonly complain: (message: string) => void;
  /** Parses Markdown of another file into a tree. */
  readonly read: (slug: string, markdown: string) => RootContent[];
}

/** Generates the content for a line such as `::endpoints{tag="wallet"}`. */
export type Directive = (call: DirectiveCall) => RootContent[];
