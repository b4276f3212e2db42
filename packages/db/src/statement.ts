import { CompiledQuery, type Kysely, type RawBuilder } from "kysely";
import type { DB } from "./types.ts";

/** Stands where a parameter will be, while the statement is put together. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A statement whose text is always the same, for what every request asks: put together on its first use and only sent
 * after that. To build and to look up two thousand characters anew costs as much as a validation.
 * @param build is called once, with stand-ins of its parameters: it may place them in the SQL and nothing else
 */
export function statement<Params extends readonly unknown[], Row>(
  build: (...params: Params) => RawBuilder<Row>,
): (db: Kysely<DB>, ...params: Params) => Promise<Row[]> {
  let fixed: { text: string; values: readonly unknown[] } | undefined;
  return async (db, ...params) => {
    if (!fixed) {
      const places: unknown = params.map((_, index) => new Place(index));
      // What looks like its parameters to it is only carried to where they belong.
      const { sql: text, parameters } = build(...(places as Params)).compile(db);
      fixed = { text, values: parameters };
    }
    const values = fixed.values.map((value) => (value instanceof Place ? params[value.index] : value));
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(fixed.text, values));
    return rows;
  };
}
