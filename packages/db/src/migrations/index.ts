import type { Migration } from "kysely/migration";
import * as m001 from "./001_app_role_and_ids.ts";
import * as m002 from "./002_accounts.ts";
import * as m003 from "./003_content.ts";
import * as m004 from "./004_post_counts.ts";
import * as m005 from "./005_idempotency_keys.ts";
import * as m006 from "./006_import_map.ts";
import * as m010 from "./010_ledger.ts";

/** Every migration in its order. Listed, not read from a folder, so that a bundle carries them. */
export const migrations: Record<string, Migration> = {
  "001_app_role_and_ids": m001,
  "002_accounts": m002,
  "003_content": m003,
  "004_post_counts": m004,
  "005_idempotency_keys": m005,
  "006_import_map": m006,
  "010_ledger": m010,
};
