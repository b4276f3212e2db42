/** Something that keeps a page from being published. `line` counts from 1 in the file. */
export interface Problem {
  readonly slug: string;
  readonly line: number | undefined;
  readonly message: string;
}

export const sentence = ({ slug, line, message }: Problem): string =>
  `packages/docs/pages/${slug}.md${line === undefined ? "" : `:${line}`}  ${message}`;

/** Thrown by everything that publishes, so that nothing wrong is shown. */
export class DocsError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(`The documentation has ${problems.length} fault(s)\n${problems.map(sentence).join("\n")}`);
    this.name = "DocsError";
    this.problems = problems;
  }
}
