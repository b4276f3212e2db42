/** Whether an unknown value has fields, because responses and storage may hold anything. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Returns a field of an unknown value; `undefined` if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
