import type { PhrasingContent, RootContent } from "mdast";
import { block, code, heading, link, paragraph, strong, table, text } from "../tree.ts";
import type { Directive } from "./directive.ts";
import { anchorOf, codesOf, type Operation, openApi, operationsOf } from "./openapi.ts";
import { fieldRows, fieldTable, resolved, typeOf, written } from "./schema.ts";

/** The calls of one tag: an overview table, followed by each call's input, output, and refusals. */
export const endpoints: Directive = ({ attributes, depth, complain }) => {
  const operations = operationsOf(attributes.tag ?? "");
  if (operations.length === 0) {
    complain(
      `no operation has the tag "${attributes.tag}"; tags: ${openApi()
        .tags.map(({ name }) => name)
        .join(", ")}`,
    );
    return [];
  }
  return [
    table(
      ["Call", "Who", "What it does"],
      operations.map((operation) => [
        [code(operation.method), text(" "), link(`#${anchorOf(operation)}`, code(operation.path))],
        [text(WHO[operation["x-viewer"]])],
        written(operation.summary),
      ]),
    ),
    ...operations.map((operation) => detail(operation, depth)),
  ];
};

const WHO: Readonly<Record<Operation["x-viewer"], string>> = {
  anyone: "anyone",
  account: "signed in",
  member: "members",
  moderator: "moderators",
  admin: "admins",
};

function detail(operation: Operation, depth: number): RootContent {
  const { method, path, summary, description } = operation;
  const parts: RootContent[] = [
    heading(depth, anchorOf(operation), code(method), text(" "), code(path)),
    paragraph(...written(`${summary}.`)),
    ...description
      .split("\n\n")
      .filter(Boolean)
      .map((part) => paragraph(...written(part))),
    ...takes(operation),
    ...gives(operation),
    ...refuses(operation),
  ];
  return block("endpoint", { method }, parts);
}

function takes({ parameters, requestBody }: Operation): RootContent[] {
  const parts: RootContent[] = [];
  if (parameters.length > 0)
    parts.push(
      paragraph(strong("Parameters")),
      fieldTable(
        parameters.map((parameter) => ({
          name: parameter.name,
          schema: parameter.schema,
          required: parameter.required ?? false,
          place: parameter.in,
          description: parameter.description,
        })),
        "in",
      ),
    );
  for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
    if (!schema) continue;
    const rows = fieldRows(resolved(schema));
    parts.push(
      paragraph(strong("Body"), text(" "), code(type), ...(schema.$ref ? [text(", "), ...typeOf(schema)] : [])),
      ...(rows.length > 0 ? [fieldTable(rows, "in")] : [paragraph(...typeOf(schema))]),
    );
  }
  return parts;
}

function gives({ responses }: Operation): RootContent[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    if (!status.startsWith("2")) return [];
    return Object.entries(content ?? {}).flatMap(([type, { schema }]): RootContent[] => {
      const line: PhrasingContent[] = [strong("Answer"), text(" "), code(status), text(" ")];
      const kind = type === "application/json" ? [] : [code(type), text(" ")];
      if (!schema || (schema.type === "string" && !schema.properties)) return [paragraph(...line, code(type))];
      const rows = schema.$ref ? [] : fieldRows(schema);
      if (rows.length === 0) return [paragraph(...line, ...kind, ...typeOf(schema))];
      return [paragraph(...line, ...kind), fieldTable(rows, "out")];
    });
  });
}

/** Refusals that any call can meet are described once, in the chapter on errors. */
const EVERYWHERE = [
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];

function refuses({ responses }: Operation): RootContent[] {
  const lines = Object.entries(responses).flatMap(([status, { $ref }]) => {
    const codes = $ref ? codesOf($ref).filter((name) => !EVERYWHERE.includes(name)) : [];
    return codes.map((name): PhrasingContent[] => [text(`${status} `), code(name)]);
  });
  if (lines.length === 0) return [];
  return [
    paragraph(
      strong("Refusals"),
      text(" "),
      ...lines.flatMap((line, at): PhrasingContent[] => (at === 0 ? line : [text(", "), ...line])),
    ),
  ];
}
