import type { Database } from "@bbux/db";
import type { Services, Viewer } from "./context.ts";

/** Where a request reads. Members read the primary, so that they see what they have just written. */
export const readsOf = ({ db, chooseReads }: Pick<Services, "db" | "chooseReads">, viewer: Viewer | null): Database =>
  viewer ? db : chooseReads();
