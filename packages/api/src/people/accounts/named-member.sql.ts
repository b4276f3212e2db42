import { toDbId } from "@bbux/contract";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";

/** Matches the row of `users` by id, otherwise by name in any case. Names made of digits are reserved, so neither passes for the other. */
export function isNamed(idOrName: string): RawBuilder<boolean> {
  const id = toDbId(idOrName);
  return id === null ? sql<boolean>`lower(username) = ${idOrName.toLowerCase()}` : sql<boolean>`id = ${id}`;
}

export const nobodyNamed = (idOrName: string) =>
  new AppError("NOT_FOUND", { message: `There is no member named ${idOrName}` });
