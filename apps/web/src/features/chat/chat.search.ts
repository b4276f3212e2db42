/** What stands in the address of a room: the message that a link leads to. */
export interface ChatSearch {
  readonly at?: string;
}

/** For `validateSearch`. The router reads digits as a number; an id may have more of them than a number keeps. */
export function chatSearch({ at }: Record<string, unknown>): ChatSearch {
  const id = typeof at === "number" && Number.isSafeInteger(at) ? String(at) : at;
  return typeof id === "string" && /^\d{1,18}$/.test(id) ? { at: id } : {};
}
