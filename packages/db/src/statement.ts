import { CompiledQuery, type Kysely, type RawBuilder } from "kysely";
import type { DB } from "./types.ts";

/** A placeholder for a parameter while the statement is compiled. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A statement whose text never changes, for queries that every request makes: compiled on its first use and only sent after
 * that. Building and looking up two thousand characters each time costs as much as validating the input.
 * @param build is called once, with placeholders for its parameters; it may put them into the SQL and do nothing else with them
 */
export function statement<Params extends readonly unknown[], Row>(
  build: (...params: Params) => RawBuilder<Row>,
): (db: Kysely<DB>, ...params: Params) => Promise<Row[]> {
  let fixed: { text: string; values: readonly unknown[] } | undefined;
  return async (db, ...params) => {
    if (!fixed) {
      const placeholders: unknown = params.map((_, index) => new Placeholder(index));
      // Kysely treats the placeholders as parameters and only passes them along.
      const { sql: text, parameters } = build(...(placeholders as Params)).compile(db);
      fixed = { text, values: parameters };
    }
    const values = fixed.values.map((value) => (value instanceof Placeholder ? params[value.index] : value));
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(fixed.text, values));
    return rows;
  };
}
