/** The constraint that PostgreSQL says was broken, if that is what the error is. */
export function constraintOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("constraint" in error)) return null;
  return typeof error.constraint === "string" ? error.constraint : null;
}
