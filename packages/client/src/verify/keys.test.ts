import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { KeyRing } from "./keys.ts";
import { chainOf, checkpointOf, paidIn, sha256, ZEROS } from "./log.support.ts";
import { verifyLog } from "./log.ts";

interface Pair {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}
function pair(): Pair {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { privateKey, publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64") };
}
const signed = (text: string, by: Pair) => sign(null, Buffer.from(text), by.privateKey).toString("base64");
const [one, two, three, thief] = [pair(), pair(), pair(), pair()];

/** The keys as a platform publishes them, that of the first day `from[0]` being the second. */
function published(pairs: readonly Pair[], from: readonly string[], by: readonly Pair[] = pairs) {
  return pairs.map(({ publicKey }, nth) => {
    const [before, start = null] = [pairs[nth - 1], from[nth - 1]];
    const lines = [`version ${nth + 1}`, `key ${publicKey}`, `from ${start}`, `previous ${before?.publicKey}`];
    const text = ["bbux-checkpoint-key-v1", ...lines].join("\n");
    const [old = one, own = one] = [by[nth - 1], pairs[nth]];
    const endorsement = before ? { text, byPrevious: signed(text, old), byOwn: signed(text, own) } : null;
    return { version: nth + 1, publicKey, from: start, until: from[nth] ?? null, endorsement };
  });
}
const keys = published([one, two, three], ["2026-01-02", "2026-01-03"]);

const entries = chainOf([paidIn]);
const [entry = {}] = entries;
/** Checkpoints of these days, each signed by a key. */
function checkpoints(...made: (readonly [day: string, by: Pair])[]) {
  let previous = "0".repeat(64);
  return made.map(([day, by]) => {
    const totals = { external: -50n, member: 50n };
    const checkpoint = checkpointOf(entry, { day, totals, liabilities: 50n, previous });
    previous = sha256(checkpoint.body);
    return { ...checkpoint, publicKey: by.publicKey, signature: signed(checkpoint.body, by) };
  });
}
const headerOf = (count: number, named: readonly { publicKey: string }[] = keys) => ({
  format: "bbux-transparency-log-v1",
  after: 0,
  through: 1,
  checkpoints: count,
  head: { seq: 1, hash: entry.hash },
  publicKey: named.at(-1)?.publicKey,
  keys: named,
});
const days = checkpoints(["2026-01-01", one], ["2026-01-02", two], ["2026-01-03", three], ["2026-01-04", three]);

describe("a log whose checkpoints were signed by several keys", () => {
  it("is right for whoever knows any of them, or none", async () => {
    for (const key of [undefined, one.publicKey, two.publicKey, three.publicKey]) {
      const report = await verifyLog([headerOf(4), ...entries, ...days], { key, header: "required" });
      expect(report).toMatchObject({ problem: null, checkpoints: 4, publicKey: three.publicKey });
      expect(report.keys.map(({ until }) => until)).toEqual(["2026-01-02", "2026-01-03", null]);
    }
  });

  it("may be given with kept checkpoints of any time", async () => {
    const given = days.slice(0, 3);
    const report = await verifyLog([headerOf(4), ...entries, ...days], { checkpoints: given });
    expect(report.problem).toBeNull();
  });

  it("may be given with a kept checkpoint of the empty log, whichever key is known", async () => {
    const body = checkpointOf({ seq: 0, hash: ZEROS }, { day: "2025-12-31", totals: {}, liabilities: 0n });
    const empty = { ...body, publicKey: one.publicKey, signature: signed(body.body, one) };
    for (const key of [undefined, one.publicKey, three.publicKey]) {
      const report = await verifyLog([headerOf(4), ...entries, ...days], {
        key,
        checkpoints: [empty],
        header: "required",
      });
      expect(report.problem).toBeNull();
    }
  });

  it.each([
    ["before its time", [["2026-01-01", two]]],
    [
      "after its time",
      [
        ["2026-01-01", one],
        ["2026-01-02", one],
      ],
    ],
    ["that isn't the platform's", [["2026-01-01", thief]]],
  ] as [string, [string, Pair][]][])("is wrong when a checkpoint is signed by a key %s", async (_, made) => {
    const signedBy = checkpoints(...made);
    const report = await verifyLog([headerOf(signedBy.length), ...entries, ...signedBy]);
    expect(report.problem).toMatchObject({ code: "checkpoint", line: 2 + signedBy.length });
    const kept = await verifyLog([headerOf(4), ...entries, ...days], { checkpoints: signedBy });
    expect(kept.problem).toMatchObject({ code: "checkpoint" });
  });

  it("is wrong for whoever knows another key, or without the keys that have signed", async () => {
    const other = await verifyLog([headerOf(4), ...entries, ...days], { key: thief.publicKey });
    expect(other.problem).toMatchObject({ code: "header", line: 1 });
    const { keys: _, ...only } = headerOf(4);
    const report = await verifyLog([only, ...entries, ...days]);
    expect(report.problem).toMatchObject({ code: "checkpoint", line: 3 });
  });
});

describe("the keys that a platform publishes", () => {
  const [first, second, third] = keys;
  const changed = (nth: number, change: object) => keys.map((key, at) => (at === nth ? { ...key, ...change } : key));
  it.each([
    ["the one before didn't endorse the next", published([one, two], ["2026-01-02"], [thief])],
    [
      "an endorsement is about another day",
      [{ ...first, until: "2026-01-01" }, { ...second, from: "2026-01-01" }, third],
    ],
    ["one has no endorsement", changed(1, { endorsement: null })],
    ["an endorsement isn't signed", changed(1, { endorsement: { ...second?.endorsement, byOwn: "" } })],
    ["the first has an endorsement", changed(0, { endorsement: second?.endorsement })],
    ["one is missing", [first, third]],
    ["one begins before the one before", published([one, two, three], ["2026-01-03", "2026-01-02"])],
    ["one ends later than the next begins", changed(0, { until: "2026-01-05" })],
    ["there is none", []],
    ["they're no list", { 0: first }],
  ])("are wrong when %s", async (_, list) => {
    expect(await new KeyRing().learn(list)).toEqual(expect.any(String));
    expect(await new KeyRing(one.publicKey).learn(list)).toEqual(expect.any(String));
  });

  it("only ever grow", async () => {
    const ring = new KeyRing();
    expect(ring.learnOnly(one.publicKey)).toBeNull();
    expect(await ring.learn(published([one, two], ["2026-01-02"]))).toBeNull();
    expect(await ring.learn(keys)).toBeNull();
    expect(await ring.learn(published([one, two], ["2026-01-02"]))).toContain("it names the key");
    expect(await ring.learn(published([one, two, thief], ["2026-01-02", "2026-01-03"]))).toContain("it names the key");
    expect(ring.current).toBe(three.publicKey);
  });
});
