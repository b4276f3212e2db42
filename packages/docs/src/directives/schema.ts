import type { PhrasingContent, RootContent } from "mdast";
import { code, emphasis, link, table, text } from "../tree.ts";
import { nameOf, openApi, type Schema } from "./openapi.ts";

/** The anchor where a named schema is described. */
export const modelAnchor = (name: string): string => `model-${name.toLowerCase()}`;
const modelAddress = (name: string) => `/docs/api-reference#${modelAnchor(name)}`;

/** A type in a few words: `list of Post`, `"up" or "down"`, `string or null`. Named schemas are links. */
export function typeOf(given: Schema): PhrasingContent[] {
  const schema = given.override ?? given;
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return [link(modelAddress(name), text(name))];
  }
  if (schema.const !== undefined) return [code(JSON.stringify(schema.const))];
  if (schema.enum) return joined(schema.enum.map((value) => [code(JSON.stringify(value))]));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joined(choices.map(typeOf));
  if (schema.allOf) return schema.allOf.flatMap(typeOf);
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["object"]);
  return joined(types.map((type) => simple(type, schema)));
}

function simple(type: string, schema: Schema): PhrasingContent[] {
  if (type === "array") return [text("list of "), ...typeOf(schema.items ?? {})];
  if (type === "object" && typeof schema.additionalProperties === "object")
    return [text("object of "), ...typeOf(schema.additionalProperties)];
  if (type === "string" && schema.format) return [text(FORMATS[schema.format] ?? "string")];
  if (type === "integer") return [text("whole number")];
  return [text(type)];
}

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "time",
  date: "date",
  email: "email address",
  uri: "URL",
};

function joined(parts: readonly PhrasingContent[][]): PhrasingContent[] {
  return parts.flatMap((part, at) => (at === 0 ? part : [text(" or "), ...part]));
}

/** A field's other properties: description, bounds, and default. */
function notes(given: Schema): PhrasingContent[] {
  const { description, minimum, maximum, minLength, maxLength, maxItems, default: standard } = given.override ?? given;
  const largest = Number.MAX_SAFE_INTEGER;
  const bounds = [
    range(
      minimum !== undefined && Math.abs(minimum) < largest ? minimum : undefined,
      maximum !== undefined && maximum < largest ? maximum : undefined,
    ),
    minLength !== undefined && minLength > 1 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength.toLocaleString("en-US")} characters`,
    maxItems !== undefined && `at most ${maxItems.toLocaleString("en-US")}`,
    standard !== undefined && `by default ${JSON.stringify(standard)}`,
  ].filter((bound) => typeof bound === "string");
  const said = description ?? given.description ?? "";
  const end = bounds.join(", ");
  return written(
    [said && `${said}${/[.!?]$/.test(said) ? "" : "."}`, end && `${capital(end)}.`].filter(Boolean).join(" "),
  );
}

function range(from: number | undefined, to: number | undefined): string | undefined {
  if (from === undefined) return to === undefined ? undefined : `at most ${to.toLocaleString("en-US")}`;
  const start = from.toLocaleString("en-US");
  return to === undefined ? `at least ${start}` : `${start} to ${to.toLocaleString("en-US")}`;
}

const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Parses text with `code` in it, as in descriptions. */
export function written(value: string): PhrasingContent[] {
  return value
    .split("`")
    .map((part, at) => (at % 2 === 1 ? code(part) : text(part)))
    .filter((node) => !("value" in node) || node.value !== "");
}

interface Row {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly place?: string;
  readonly description?: string | undefined;
}

/** Fields with their types. */
export function fieldTable(rows: readonly Row[], kind: "in" | "out"): RootContent {
  return table(
    ["Field", "Type", "Meaning"],
    rows.map(({ name, schema, required, place, description }) => {
      // Input marks required fields, output optional ones.
      const mark = kind === "in" ? required && "required" : !required && "optional";
      const marks = [mark, place].filter((word) => typeof word === "string");
      return [
        [code(name), ...(marks.length > 0 ? [text(" "), emphasis(marks.join(", "))] : [])],
        typeOf(schema),
        notes(description === undefined ? schema : { ...schema, override: undefined, ...schema.override, description }),
      ];
    }),
  );
}

/** An object's fields, with those of nested objects as `outer.inner`. */
export function fieldRows(schema: Schema, prefix = ""): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const row = { name: path, schema: property, required: schema.required?.includes(name) ?? false };
    if (property.properties) return [row, ...fieldRows(property, `${path}.`)];
    if (property.items?.properties) return [row, ...fieldRows(property.items, `${path}[].`)];
    return [row];
  });
}

/** Resolves a named schema; others are returned as they are. */
export function resolved(schema: Schema): Schema {
  return schema.$ref ? (openApi().components.schemas[nameOf(schema.$ref)] ?? {}) : schema;
}
