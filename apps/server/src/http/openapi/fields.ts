/** A JSON object of a document under construction. */
export type Fields = Record<string, unknown>;

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
