/** Returns the violated constraint, if that is what the PostgreSQL error is. */
export function constraintOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("constraint" in error)) return null;
  return typeof error.constraint === "string" ? error.constraint : null;
}
