/** A room's search parameters: the message that a link leads to. */
export interface ChatSearch {
  readonly at?: string;
}

/** For `validateSearch`. The router reads digits as a number, which can't hold every id. */
export function chatSearch({ at }: Record<string, unknown>): ChatSearch {
  const id = typeof at === "number" && Number.isSafeInteger(at) ? String(at) : at;
  return typeof id === "string" && /^\d{1,18}$/.test(id) ? { at: id } : {};
}
