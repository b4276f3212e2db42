import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlatformWallet, isCheckpointSigned, isEndorsed } from "@bbux/chain";
import { describe, expect, it } from "vitest";
import { keysPath } from "./keys.ts";
import { openSigner, type Surroundings } from "./open.ts";
import { recordPath } from "./record.ts";

const seed = new Uint8Array(32).fill(3);
const wallet = createPlatformWallet(seed);
const limits = { payment: "0", hour: "0", day: "0", priorityFee: "0" };
const fresh = () => mkdtempSync(join(tmpdir(), "bbux-keys-"));
const now = () => new Date("2026-11-24T10:00:00.000Z");
const open = (dir: string, surroundings: Surroundings = {}) =>
  openSigner(seed, { dir, limits }, { now, ...surroundings });
const textOf = (day: string) => `bbux-checkpoint-v2\nday ${day}\nseq 1`;
const rotation = { version: 2, from: "2026-11-24", reason: "a drill" };

/** What the record says was rotated. */
const recorded = (dir: string) =>
  readFileSync(recordPath(dir), "utf8")
    .split("\n")
    .filter((line) => line.includes('"rotated"'));

describe("a first start", () => {
  it("writes keys.json for this user only, and leaves every key as it was", async () => {
    const dir = fresh();
    const { signer } = open(dir);
    expect(statSync(keysPath(dir)).mode & 0o777).toBe(0o600);
    expect(await signer.view()).toEqual(wallet.viewKeys());
    expect(await signer.keys()).toEqual({ checkpoint: [], deposit: [], hot: [], nonce: [] });
    expect(await signer.signCheckpoint(textOf("2026-11-23"))).toEqual(wallet.signCheckpoint(textOf("2026-11-23")));
    // The seed stays where the operator keeps it.
    expect(readFileSync(keysPath(dir), "utf8")).not.toContain(Buffer.from(seed).toString("hex"));
  });
});

describe("rotating the key of checkpoints", () => {
  it("has a new key sign from its first day on, endorsed by the one before, and keeps it", async () => {
    const dir = fresh();
    const { signer, control, record } = open(dir);
    control.rotateCheckpoint(rotation);
    control.rotateCheckpoint({ version: 3, from: "2026-11-25", reason: "again" });
    const { checkpoint } = await signer.keys();
    expect(checkpoint).toMatchObject([
      { version: 2, from: "2026-11-24", reason: "a drill" },
      { version: 3, from: "2026-11-25", reason: "again" },
    ]);
    const [second, third] = checkpoint;
    expect(second && isEndorsed(second, wallet.checkpointKey())).toBe(true);
    expect(third && isEndorsed(third, second?.publicKey ?? "")).toBe(true);
    record.close();
    const again = open(dir);
    expect(await again.signer.keys()).toEqual({ checkpoint, deposit: [], hot: [], nonce: [] });
    const keys = [wallet.checkpointKey(), ...checkpoint.map(({ publicKey }) => publicKey)];
    for (const [nth, day] of ["2026-11-23", "2026-11-24", "2026-11-25"].entries()) {
      const signature = await again.signer.signCheckpoint(textOf(day));
      expect(keys.map((key) => isCheckpointSigned(key, textOf(day), signature)).indexOf(true)).toBe(nth);
    }
    expect(recorded(dir)).toHaveLength(2);
    // Secrets leave the file for nobody.
    const { checkpoint: kept } = JSON.parse(readFileSync(keysPath(dir), "utf8"));
    expect(JSON.stringify(await again.signer.keys())).not.toContain(kept[1].seed);
    expect(readFileSync(recordPath(dir), "utf8")).not.toContain(kept[1].seed);
  });

  it("asked for again changes nothing, and refuses what can't follow", async () => {
    const { signer, control } = open(fresh());
    control.rotateCheckpoint(rotation);
    const { checkpoint } = await signer.keys();
    control.rotateCheckpoint({ ...rotation, from: "2027-01-01" });
    expect(await signer.keys()).toEqual({ checkpoint, deposit: [], hot: [], nonce: [] });
    expect(() => control.rotateCheckpoint({ ...rotation, version: 4 })).toThrow("isn't next");
    expect(() => control.rotateCheckpoint({ ...rotation, version: 3, from: "2026-11-23" })).toThrow("2026-11-24");
  });

  it("refuses a day far from the signer's own, as books with another clock name it, and makes no key", async () => {
    const dir = fresh();
    const { signer, control } = open(dir);
    for (const from of ["2026-11-21", "2026-11-27", "2027-11-24"]) {
      expect(() => control.rotateCheckpoint({ ...rotation, from })).toThrow(
        `${from} is far from the signer's own day, 2026-11-24`,
      );
    }
    expect([await signer.keys(), recorded(dir)]).toEqual([{ checkpoint: [], deposit: [], hot: [], nonce: [] }, []]);
    for (const [nth, from] of ["2026-11-23", "2026-11-24", "2026-11-25"].entries()) {
      control.rotateCheckpoint({ ...rotation, version: 2 + nth, from });
    }
    expect((await signer.keys()).checkpoint).toHaveLength(3);
  });

  it("killed before it is recorded is recorded by the next start, once", async () => {
    const dir = fresh();
    const dying = open(dir, {
      onRotated() {
        throw new Error("killed");
      },
    });
    expect(() => dying.control.rotateCheckpoint(rotation)).toThrow("killed");
    expect(recorded(dir)).toHaveLength(0);
    dying.record.close();
    for (const _ of ["first", "second"]) {
      const { signer, record } = open(dir);
      expect((await signer.keys()).checkpoint).toHaveLength(1);
      record.close();
      expect(recorded(dir)).toHaveLength(1);
    }
  });
});

describe("rotating the key of deposit addresses", () => {
  it("derives new members' addresses from it, and those of earlier versions as before", async () => {
    const dir = fresh();
    const { signer, control, record } = open(dir);
    expect(await signer.newAddresses(["7"])).toEqual([{ address: wallet.addressOf("7"), version: 1 }]);
    control.rotateDeposit({ version: 2, reason: "a drill" });
    control.rotateDeposit({ version: 2, reason: "again" });
    const [second] = await signer.newAddresses(["7"]);
    expect(second?.version).toBe(2);
    expect(second?.address).not.toBe(wallet.addressOf("7"));
    record.close();
    const again = open(dir);
    const asked = [1, 2, 3].map((version) => ({ userId: "7", version }));
    expect(await again.signer.addressesOf(asked)).toEqual([wallet.addressOf("7"), second?.address, ""]);
    expect((await again.signer.keys()).deposit).toMatchObject([{ version: 2, reason: "a drill" }]);
    expect(recorded(dir)).toHaveLength(1);
    expect(() => again.control.rotateDeposit({ version: 4, reason: "too far" })).toThrow("isn't next");
  });

  it("works with a keys.json from before there were deposit keys", async () => {
    const dir = fresh();
    open(dir).record.close();
    const { deposit: _, ...older } = JSON.parse(readFileSync(keysPath(dir), "utf8"));
    writeFileSync(keysPath(dir), JSON.stringify(older));
    const { signer, control } = open(dir);
    expect(await signer.newAddresses(["7"])).toEqual([{ address: wallet.addressOf("7"), version: 1 }]);
    control.rotateDeposit({ version: 2, reason: "a drill" });
    expect((await signer.keys()).deposit).toHaveLength(1);
  });

  it("that was changed in keys.json keeps the signer from starting", () => {
    const dir = fresh();
    const { control, record } = open(dir);
    control.rotateDeposit({ version: 2, reason: "a drill" });
    record.close();
    const kept = JSON.parse(readFileSync(keysPath(dir), "utf8"));
    kept.deposit[1].seed = "00".repeat(32);
    writeFileSync(keysPath(dir), JSON.stringify(kept));
    expect(() => open(dir)).toThrow("Version 2 of the deposit key");
  });
});

describe("a new hot wallet or authority of nonces", () => {
  const nonce = { address: wallet.nonceAddress(1), value: wallet.addressOf("9") };
  const terms = { nonce, priorityFee: 0n, fence: { number: 1, identity: "server/1" } };

  it("is made once, kept through a restart, and named by the record of what it signs", async () => {
    const dir = fresh();
    const { control, record } = open(dir);
    for (const rotate of [control.rotateHot, control.rotateNonce]) {
      rotate({ version: 2, reason: "a drill" });
      rotate({ version: 2, reason: "again" });
    }
    record.close();
    const { signer } = open(dir);
    const { hot, nonce: authorities } = await signer.keys();
    expect([hot.length, authorities.length, hot[0]?.publicKey === authorities[0]?.publicKey]).toEqual([1, 1, false]);
    const first = { ...terms, keys: { hot: 1, nonce: 1 } };
    await signer.moveHot({ ...first, from: 1, to: 2, lamports: 5n });
    await signer.handOver({ ...first, to: 2 });
    await signer.cancel({ ...terms, reference: "7", keys: { hot: 2, nonce: 2 } });
    const { lines } = await signer.record(0);
    expect(lines.map(({ kind, destination, keys }) => [kind, destination, keys.hot, keys.nonce])).toEqual([
      ["moveHot", hot[0]?.publicKey, 1, 1],
      ["handOver", authorities[0]?.publicKey, 1, 1],
      ["cancel", "", 2, 2],
    ]);
  });

  it("is the only one that SOL is moved and accounts are handed over to, and signs nothing before it's made", async () => {
    const { signer, control } = open(fresh());
    control.rotateHot({ version: 2, reason: "a drill" });
    control.rotateHot({ version: 3, reason: "another" });
    const keys = { hot: 1, nonce: 1 };
    const refused = { name: "SignerError", code: "REFUSED" };
    for (const [from, to] of [
      [1, 2],
      [3, 3],
      [1, 4],
      [4, 3],
    ] as const) {
      await expect(signer.moveHot({ ...terms, keys, from, to, lamports: 5n })).rejects.toMatchObject(refused);
    }
    await expect(signer.handOver({ ...terms, keys, to: 2 })).rejects.toMatchObject(refused);
    for (const unknown of [
      { hot: 4, nonce: 1 },
      { hot: 1, nonce: 2 },
    ]) {
      await expect(signer.cancel({ ...terms, reference: "7", keys: unknown })).rejects.toMatchObject(refused);
    }
    expect((await signer.record(0)).lines).toEqual([]);
  });
});

describe("a signer doesn't start", () => {
  function rotated(): string {
    const dir = fresh();
    const { control, record } = open(dir);
    control.rotateCheckpoint(rotation);
    record.close();
    return dir;
  }
  const change = (dir: string, find: string | RegExp, by: string) =>
    writeFileSync(keysPath(dir), readFileSync(keysPath(dir), "utf8").replace(find, by));

  it("without a key that its record names: an earlier one would sign in its place", () => {
    const dir = rotated();
    rmSync(keysPath(dir));
    expect(() => open(dir)).toThrow("doesn't have the checkpoint key 2");
  });

  it("with keys that others may read, that were changed, or that are another wallet's", () => {
    const readable = rotated();
    chmodSync(keysPath(readable), 0o640);
    expect(() => open(readable)).toThrow("its mode must be 0600");
    const changed = rotated();
    change(changed, '"2026-11-24"', '"2026-11-20"');
    expect(() => open(changed)).toThrow("was changed");
    const damaged = rotated();
    change(damaged, "{", "");
    expect(() => open(damaged)).toThrow("can't be read");
    const others = rotated();
    change(others, wallet.address, wallet.addressOf("1"));
    expect(() => open(others)).toThrow("belongs to the wallet");
  });
});
