import type { RawBuilder } from "kysely";

/** A statement that selects `finding, subject, detail`: one row per inconsistency within the books. */
export type BooksCheck = RawBuilder<unknown>;
