export interface MailedToken {
  /** From the link in a mail. */
  readonly token?: string;
}

/** Reads the token of a mailed link. The router reads one of only digits as a number. */
export function readMailedToken({ token }: Record<string, unknown>): MailedToken {
  return typeof token === "string" || typeof token === "number" ? { token: String(token) } : {};
}
