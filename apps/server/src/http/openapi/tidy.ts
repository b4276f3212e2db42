import { type Fields, fieldsOf, isFields } from "./fields.ts";

/** Simplifies generated schemas everywhere in the document. Works on a copy. */
export function tidySchemas<T>(value: T): T;
export function tidySchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => tidySchemas(item));
  if (!isFields(value)) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tidySchemas(item)]));
  // zod's safe-integer bounds aren't one of our rules.
  if (fields.minimum === Number.MIN_SAFE_INTEGER) delete fields.minimum;
  if (fields.maximum === Number.MAX_SAFE_INTEGER) delete fields.maximum;
  if (fields.enum !== undefined) delete fields.maxLength;
  // JSON Schema's own keyword, which OpenAPI 3.1 prefers.
  if (fields.example !== undefined && (fields.type !== undefined || fields.anyOf !== undefined)) {
    fields.examples = [fields.example];
    delete fields.example;
  }
  if (isFields(fields.propertyNames) && fields.propertyNames.type === "string") delete fields.propertyNames;
  if (Array.isArray(fields.anyOf)) return { ...fields, ...flattened(fields.anyOf) };
  return fields;
}

/** Flattens nested unions; a plain type or null becomes a list of types. */
function flattened(options: readonly unknown[]): Fields {
  const flat = options.flatMap((option) => {
    const inner = fieldsOf(option).anyOf;
    return Array.isArray(inner) ? inner : [option];
  });
  const [first, second] = flat.map(fieldsOf);
  const isNullable = flat.length === 2 && second?.type === "null" && typeof first?.type === "string" && !first.enum;
  return isNullable ? { anyOf: undefined, ...first, type: [first.type, "null"] } : { anyOf: flat };
}

/** Repeatedly removes components that nothing in the document refers to. */
export function dropUnused(document: Fields): void {
  const components = fieldsOf(document.components);
  for (let dropped = true; dropped; ) {
    dropped = false;
    const text = JSON.stringify(document);
    for (const kind of ["schemas", "responses", "examples", "headers"]) {
      const kept = Object.entries(fieldsOf(components[kind])).filter(([name]) =>
        text.includes(`"#/components/${kind}/${name}"`),
      );
      dropped ||= kept.length < Object.keys(fieldsOf(components[kind])).length;
      components[kind] = Object.fromEntries(kept);
    }
  }
}
