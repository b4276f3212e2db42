import { parseSync } from "vite";

/** A node of a module's syntax (ESTree, with TypeScript and markup). */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Parses a module; its extension says whether it has markup. @throws Error for a module that isn't valid */
export function parse(content: string, filename: string): Node {
  const { program, errors } = parseSync(filename, content);
  if (errors.length > 0) throw new Error(`${filename}: ${errors[0]?.message}`);
  // The parser's types name each kind of node; what reads texts goes through all of them by field.
  return program as unknown as Node;
}

/** The nodes directly inside one, each with the field that it is in. */
export function* childrenOf(node: Node): Generator<readonly [field: string, child: Node]> {
  for (const field in node) {
    const value = node[field];
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) yield [field, child];
    } else if (isNode(value)) yield [field, value];
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
