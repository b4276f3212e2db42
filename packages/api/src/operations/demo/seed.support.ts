import { mkdtempSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARAMETERS } from "@bbux/contract";
import { createPasswords } from "../../people/auth/index.ts";
import type { MediaStorage } from "../../platform/context/index.ts";

export const passwords = createPasswords({ cost: { memoryCost: 8, timeCost: 1 } });
/** Where the pictures are stored. */
export const uploads = mkdtempSync(join(tmpdir(), "bbux-demo-"));
export const media: MediaStorage = {
  incoming: tmpdir(),
  put: async (key, { path }) => {
    await copyFile(path, join(uploads, key));
    return `/uploads/${key}`;
  },
  remove: async () => undefined,
};
/** What seeding needs except a database. */
export const rest = {
  now: () => new Date(),
  passwords,
  depositAddresses: async (ids: readonly string[]) => ids.map((id) => ({ address: `address-${id}`, version: 1 })),
  media,
  parameterDefaults: DEFAULT_PARAMETERS,
  failpoint: async () => undefined,
  vault: { seal: (plain: string) => Buffer.from(plain), open: (sealed: Buffer) => sealed.toString() },
};
