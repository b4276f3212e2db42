import { execFileSync } from "node:child_process";
import { chownSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createPlatformWallet } from "@bbux/chain";
import { controlPath } from "./control.ts";
import { keysPath } from "./keys.ts";
import { lockDirectory } from "./lock.ts";
import { openSigner } from "./open.ts";
import { recordPath } from "./record.ts";
import { loadSeed } from "./seed.ts";
import { serveControl, serveSigner } from "./server.ts";
import type { SignerSettings } from "./settings.ts";

const STANDBY_MS = 100;

/**
 * Holds the key and signs until it is stopped. While another process serves the directory, it stands by and takes over.
 * @param onKnown called with the hot wallet's address before that
 * @throws Error with a sentence for the operator
 */
export async function runSigner(settings: SignerSettings, onKnown: (address: string) => void): Promise<void> {
  const seed = loadSeed(settings);
  onKnown(createPlatformWallet(seed).address);
  while ((await lockDirectory(settings.dir)) === null) await pause(STANDBY_MS);
  const own = settings.user === undefined ? null : account(settings.user);
  const client = settings.client === undefined ? own : account(settings.client);
  const handTo = (to: typeof own) => to && ((path: string) => chownSync(path, to.uid, to.gid));
  handTo(own)?.(settings.dir);
  const { signer, control } = openSigner(seed, settings);
  for (const path of [recordPath(settings.dir), keysPath(settings.dir)]) handTo(own)?.(path);
  // Its parent starts it again, and it then reads what is on disk.
  const onBroken = () => process.exit(1);
  await serveControl(control, controlPath(settings.dir), { handOver: handTo(own), onBroken });
  await serveSigner(signer, settings.socket, { handOver: handTo(client), onBroken });
  if (own) become(own);
}

function account(user: string): { uid: number; gid: number } {
  const id = (what: "-u" | "-g") => Number(execFileSync("id", [what, "--", user], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function become({ uid, gid }: { uid: number; gid: number }): void {
  if (process.getuid?.() !== 0) throw new Error("SIGNER_USER takes root");
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
