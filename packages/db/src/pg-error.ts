/** The SQLSTATE of an error that PostgreSQL raised; empty for any other. */
export const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
