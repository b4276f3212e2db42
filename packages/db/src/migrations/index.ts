import type { Migration } from "kysely/migration";
import * as m001 from "./001_app_role_and_ids.ts";

/** Every migration in its order. Listed, not read from a folder, so that a bundle carries them. */
export const migrations: Record<string, Migration> = {
  "001_app_role_and_ids": m001,
};
