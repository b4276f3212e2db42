import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { chainOf, checkpointOf, KEY, type Move, paidIn, sha256, signed, ZEROS } from "./log.support.ts";
import { verifyLog } from "./log.ts";

// Notes and cosignatures made from the specifications of C2SP, not from the code that reads them.

const hash = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
/** RFC 6962, section 2.1, word for word. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [first, second] = leaves;
  if (!first) return hash();
  if (!second) return hash(Uint8Array.of(0), first);
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  return hash(Uint8Array.of(1), rootOf(leaves.slice(0, middle)), rootOf(leaves.slice(middle)));
}

const ORIGIN = "bbux.example/log";
const idOf = (name: string, kind: number, key: Buffer) =>
  hash(Buffer.from(`${name}\n`), Uint8Array.of(kind), key).subarray(0, 4);
const line = (name: string, ...parts: Uint8Array[]) => `— ${name} ${Buffer.concat(parts).toString("base64")}\n`;

/** @param count of entries. @returns a log with a checkpoint behind every third, and the note of the last */
function logOf(count: number) {
  const entries = chainOf(Array.from({ length: count }, (): Move => paidIn));
  const lines: Record<string, unknown>[] = [];
  const leaves: Buffer[] = [];
  let previous = ZEROS;
  for (const [nth, entry] of entries.entries()) {
    lines.push(entry);
    leaves.push(Buffer.from(String(entry.hash), "hex"));
    if (nth % 3 !== 2 && nth !== count - 1) continue;
    const units = 50n * BigInt(nth + 1);
    const day = new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10);
    const checkpoint = checkpointOf(entry, {
      day,
      totals: { external: -units, member: units },
      liabilities: units,
      previous,
    });
    previous = sha256(checkpoint.body);
    lines.push(checkpoint);
    leaves.push(Buffer.from(previous, "hex"));
  }
  const body = `${ORIGIN}\n${leaves.length}\n${rootOf(leaves).toString("base64")}\n`;
  return { lines, leaves, body };
}

const byLog = (body: string) => line(ORIGIN, idOf(ORIGIN, 1, Buffer.from(KEY, "base64")), signed(body));

function witness(name: string, pair: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync("ed25519")) {
  const key = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const id = idOf(name, 4, key);
  return {
    name,
    pair,
    vkey: `${name}+${id.toString("hex")}+${Buffer.concat([Uint8Array.of(4), key]).toString("base64")}`,
    cosigned(body: string, time = 1_790_000_000n) {
      const stamp = Buffer.alloc(8);
      stamp.writeBigUInt64BE(time);
      return line(name, id, stamp, sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${body}`), pair.privateKey));
    },
  };
}
const [near, far] = [witness("witness.example/near"), witness("witness.example/far")];

describe("a note", () => {
  it("of any size agrees with the log that it was made of [M3.10]", async () => {
    for (const count of [1, 2, 3, 4, 5, 8, 11, 12, 13, 700, 1_500]) {
      const { lines, body } = logOf(count);
      const report = await verifyLog(lines, { key: KEY, notes: [`${body}\n${byLog(body)}`] });
      expect(report.problem).toBe(null);
      expect(report.note).toMatchObject({ origin: ORIGIN, seq: count, cosigned: [] });
    }
  });

  it("that someone kept shows that a log was rewritten, cut off, or is another [M3.10]", async () => {
    const { lines, body } = logOf(7);
    const kept = `${body}\n${byLog(body)}`;
    const other = logOf(9);
    const [, size] = body.split("\n");
    const forged = `${ORIGIN}\n${size}\n${rootOf(other.leaves).toString("base64")}\n`;
    const problem = async (given: readonly unknown[], note: string) =>
      (await verifyLog(given, { key: KEY, notes: [note] })).problem;
    expect(await problem(lines, `${forged}\n${byLog(forged)}`)).toMatchObject({
      code: "note",
      message: `The note of ${size} leaves has another root than the log: the log was changed`,
    });
    expect(await problem(lines.slice(0, 4), kept)).toMatchObject({
      code: "note",
      message: "The note of 10 leaves covers more than the log has, 4",
    });
    // A checkpoint of another day is another leaf.
    expect(await problem(logOf(8).lines, kept)).toMatchObject({ code: "note" });
    expect(await problem(lines, `${body}\n${near.cosigned(body)}`)).toMatchObject({
      code: "note",
      message: "The note of 10 leaves is not signed with the platform's key",
    });
    const changed = byLog(body).replace(/.{6}\n$/, "AAAAA=\n");
    expect(await problem(lines, `${body}\n${changed}`)).toMatchObject({ code: "note" });
    for (const unreadable of ["", body, `${body}more\n\n${byLog(body)}`, kept.replace("\n10\n", "\n010\n")]) {
      expect(await problem(lines, unreadable)).toMatchObject({ message: "A note has not the form of one" });
    }
  });
});

describe("cosignatures", () => {
  const { lines, body } = logOf(7);
  const note = (...signatures: string[]) => `${body}\n${byLog(body)}${signatures.join("")}`;
  const check = (text: string, options: object) => verifyLog(lines, { key: KEY, notes: [text], ...options });

  it("of the witnesses that are trusted are counted, and others ignored [M3.10]", async () => {
    const both = note(near.cosigned(body), far.cosigned(body));
    const report = await check(both, { witnesses: [near.vkey] });
    expect(report.problem).toBe(null);
    expect(report.note?.cosigned).toEqual([{ name: near.name, at: new Date(1_790_000_000_000).toISOString() }]);
    expect((await check(both, { witnesses: [near.vkey, far.vkey] })).note?.cosigned).toHaveLength(2);
    expect((await check(note(far.cosigned(body)), { witnesses: [near.vkey, far.vkey], quorum: 1 })).problem).toBe(null);
    expect((await check(note(), { witnesses: [near.vkey], quorum: 0 })).note?.cosigned).toEqual([]);
  });

  it.each<[string, string[]]>([
    ["that are missing", []],
    ["of another witness", [far.cosigned(body)]],
    ["of another text", [near.cosigned(`${body}more\n`)]],
    ["whose time was changed", [near.cosigned(body).replace(/ .{16}/, (found) => `${found.slice(0, -1)}x`)]],
    ["without a time", [near.cosigned(body, 0n)]],
    ["under the name of another key", [witness(near.name).cosigned(body)]],
  ])("%s don't count [M3.10]", async (_, signatures) => {
    expect((await check(note(...signatures), { witnesses: [near.vkey] })).problem).toMatchObject({
      code: "note",
      message: "No note of the log is cosigned by 1 of the 1 witnesses given",
    });
  });

  it("of one key count once, under whatever names [M3.10]", async () => {
    const alias = witness("witness.example/alias", near.pair);
    const text = note(near.cosigned(body), alias.cosigned(body));
    expect((await check(text, { witnesses: [near.vkey, alias.vkey], quorum: 2 })).problem?.message).toBe(
      "2 cosignatures are asked for, of 1 different witnesses",
    );
  });

  it("are asked for in vain where there is no note, and a key that isn't one is refused [M3.10]", async () => {
    expect((await verifyLog(lines, { key: KEY, witnesses: [near.vkey] })).problem).toMatchObject({ code: "note" });
    for (const vkey of ["", near.vkey.replace("near", "other"), `${near.vkey}A`]) {
      expect((await check(note(), { witnesses: [vkey] })).problem?.message).toContain("is no key of a witness");
    }
  });

  it("may be on an earlier note, and the report says how far it reaches [M3.10]", async () => {
    const earlier = logOf(6);
    const later = logOf(9);
    const first = `${earlier.body}\n${byLog(earlier.body)}${near.cosigned(earlier.body)}`;
    const second = `${later.body}\n${byLog(later.body)}`;
    const report = await verifyLog(later.lines, { key: KEY, notes: [second, first], witnesses: [near.vkey] });
    expect(report.problem).toBe(null);
    expect(report.note).toMatchObject({ seq: 6, size: 8 });
  });
});
