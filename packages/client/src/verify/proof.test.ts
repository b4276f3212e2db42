import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verifyLog, verifyProof } from "./index.ts";
import { checkpointOf, KEY, leavesOf, NONE, positionOf, proofOf, ZEROS } from "./proof.support.ts";
import type { Owed } from "./tree.ts";

// Proofs from a platform that is free to lie, and signs its lies with its own key.

const ADA = { address: "4Nd1mYQzv4r1qbm6aVbbqQGTrbQ8W1yJ6v2u1qB7w9Zp", code: "ada's own secret code" };
const BEA = { address: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin", code: "bea's own secret code" };
const adasOwed: Owed = { escrow: 40n, hold: 30n, member: 20n, stake: 10n };
const beasOwed: Owed = { ...NONE, member: 500n };
const ada = leavesOf(ADA.address, ADA.code, adasOwed);
const bea = leavesOf(BEA.address, BEA.code, beasOwed);
/** Others, so that paths have some length. */
const others = Array.from({ length: 40 }, (_, nth) =>
  leavesOf(BEA.address, `another member ${nth}`, { ...NONE, member: BigInt(nth) }),
).flat();
const honest = [...ada, ...bea, ...others];
const refusal = async (proof: unknown, options: Parameters<typeof verifyProof>[1] = {}) => {
  const report = await verifyProof(proof, options);
  return report.ok ? "accepted" : report.code;
};

describe("a proof of what a member is owed", () => {
  it("shows that their address is in the tree, with the amounts of each kind of account [M3.10]", async () => {
    const report = await verifyProof(proofOf(honest, ADA), { key: KEY, ...ADA, owed: adasOwed });
    expect(report).toMatchObject({ ok: true, included: true, owed: adasOwed, amount: 100n, signatureChecked: true });
  });

  it("shows that an address isn't in the tree, at an empty place or someone else's", async () => {
    for (let nth = 0; nth < 20; nth++) {
      const nobody = { address: ADA.address, code: `a code of nobody ${nth}` };
      const report = await verifyProof(proofOf(honest, nobody), { key: KEY, ...nobody });
      expect(report).toMatchObject({ ok: true, included: false, owed: NONE });
    }
    expect(await verifyProof(proofOf([], ADA))).toMatchObject({ ok: true, included: false });
  });
});

describe("is refused by name", () => {
  it("if the platform omits a member: what they had is missing", async () => {
    const without = [...bea, ...others];
    expect(await verifyProof(proofOf(without, ADA), ADA)).toMatchObject({ ok: true, included: false });
    expect(await refusal(proofOf(without, ADA), { ...ADA, owed: adasOwed })).toBe("omitted");
    // Nor can it say that they are in it.
    const claimed = { ...proofOf(without, ADA), owed: proofOf(honest, ADA).owed };
    expect(await refusal({ ...claimed, shares: proofOf(honest, ADA).shares })).toBe("root");
  });

  it("if it says that a member is absent who is in the tree", async () => {
    const { shares, ...proof } = proofOf(honest, ADA);
    expect(await refusal({ ...proof, owed: null, shares })).toBe("shares");
    // A path that ends above the leaf, as if there were nothing.
    const cut = shares.map(({ path }) => ({ leaf: null, path }));
    expect(await refusal({ ...proof, owed: null, shares: cut })).toBe("root");
    // Someone else's leaf, with the path of the member's.
    const [other] = proofOf(honest, BEA).shares;
    const swapped = shares.map(({ path }) => ({ leaf: other?.leaf, path }));
    expect(await refusal({ ...proof, owed: null, shares: swapped })).toBe("root");
  });

  it("if the tree has less for a member than they had, whatever the proof says", async () => {
    const less = { ...adasOwed, member: 5n };
    const smaller = [...leavesOf(ADA.address, ADA.code, less), ...bea, ...others];
    expect(await refusal(proofOf(smaller, ADA), { owed: adasOwed })).toBe("amounts");
    // The amounts that they had, in the tree that has less.
    const { checkpoint } = proofOf(smaller, ADA);
    expect(await refusal({ ...proofOf(honest, ADA), checkpoint }, { owed: adasOwed })).toBe("root");
    const claim = { ...proofOf(smaller, ADA), owed: proofOf(honest, ADA).owed };
    expect(await refusal(claim)).toBe("amounts");
  });

  it("if a sum is negative, which would take from what others are owed", async () => {
    const debt = { position: positionOf(BEA.address, "someone in debt", 1), owed: { ...NONE, member: -50n } };
    const indebted = [...ada, debt];
    const proof = proofOf(indebted, ADA);
    expect(proof.shares.some(({ path }) => path.some(({ owed }) => owed.member?.startsWith("-")))).toBe(true);
    expect(await refusal(proof)).toBe("negative");
  });

  it("if two members are shown one leaf", async () => {
    const one = [...ada, ...others];
    const adas = proofOf(one, ADA);
    expect(await refusal({ ...adas, ...BEA })).toBe("position");
    // Same code, other address: the place is another.
    expect(await refusal({ ...adas, address: BEA.address })).toBe("position");
    expect(await refusal(adas, BEA)).toBe("address");
    // One of a member's own leaves can't stand for the other two.
    const [first] = adas.shares;
    expect(await refusal({ ...adas, owed: first?.leaf?.owed, shares: [first, first, first] })).not.toBe("accepted");
  });

  it("if bounties, stakes or withdrawals are left out of the tree", async () => {
    for (const kind of ["escrow", "hold", "stake"] as const) {
      const left = [...leavesOf(ADA.address, ADA.code, { ...adasOwed, [kind]: 0n }), ...others];
      const totals = { escrow: 40n, hold: 30n, member: 20n + 780n, stake: 10n };
      const checkpoint = checkpointOf(left, { totals });
      expect(await refusal(proofOf(left, { ...ADA, checkpoint }))).toBe("totals");
    }
    const whole = checkpointOf(honest);
    expect(await refusal(proofOf(honest, { ...ADA, checkpoint: whole }))).toBe("accepted");
  });

  it("if the tree's totals aren't those of the public log", async () => {
    const totals = { member: 1_000n };
    const changes = { external: "-0.000001", member: "0.000001" };
    const facts = ["bbux-log-v1", 1, ZEROS, 1, "DEPOSIT", 1_000, 0, "external:-1000,member:1000", "", "A line"];
    const at = "2026-11-22T10:00:00.000Z";
    const hash = createHash("sha256")
      .update([...facts, at].join("\n"))
      .digest("hex");
    const line = { seq: 1, id: "1", type: "DEPOSIT", amount: "0.000001", feeAmount: "0", changes, subject: "" };
    const log = [{ ...line, description: "A line", createdAt: at, prevHash: ZEROS, hash }];
    const right = leavesOf(ADA.address, ADA.code, { ...NONE, member: 1_000n });
    const lying = leavesOf(ADA.address, ADA.code, { ...NONE, member: 900n });
    const ofRight = checkpointOf(right, { totals, seq: 1, hash });
    expect((await verifyLog([...log, ofRight])).problem).toBe(null);
    // The tree agrees with its checkpoint, and the checkpoint not with the log.
    const ofLying = checkpointOf(lying, { seq: 1, hash });
    expect(await refusal(proofOf(lying, { ...ADA, checkpoint: ofLying }))).toBe("accepted");
    expect((await verifyLog(log, { checkpoints: [ofLying] })).problem).toMatchObject({
      code: "checkpoint",
      message: expect.stringContaining("other totals than the entries come to"),
    });
    // The checkpoint agrees with the log, and the tree not with the checkpoint.
    const ofBoth = checkpointOf(lying, { totals, seq: 1, hash });
    expect(await refusal(proofOf(lying, { ...ADA, checkpoint: ofBoth }))).toBe("totals");
    expect((await verifyLog([...log, ofBoth])).problem).toMatchObject({
      message: expect.stringContaining("has a tree of 0.0000009, members are owed 0.000001"),
    });
  });

  it("if it was made with another code than the member's", async () => {
    expect(await refusal(proofOf(honest, ADA), { ...ADA, code: "what I have chosen" })).toBe("code");
    expect(await refusal({ ...proofOf(honest, ADA), code: "what I have chosen" }, {})).toBe("position");
    expect(await refusal({ ...proofOf(honest, ADA), code: "too short" })).toBe("malformed");
  });

  it("if it is truncated", async () => {
    const proof = proofOf(honest, ADA);
    const { shares } = proof;
    expect(await refusal({ ...proof, shares: shares.slice(0, 2) })).toBe("shares");
    expect(await refusal({ ...proof, shares: [] })).toBe("shares");
    for (const cut of [(path: object[]) => path.slice(1), (path: object[]) => path.slice(0, -1), () => []]) {
      const shorter = shares.map(({ leaf, path }) => ({ leaf, path: cut(path) }));
      expect(await refusal({ ...proof, shares: shorter })).toBe("root");
    }
    for (const part of ["address", "code", "shares", "owed"] as const) {
      const { [part]: _, ...rest } = proof;
      expect(await refusal(rest)).toBe("malformed");
    }
    expect(await refusal({ ...proof, checkpoint: undefined })).toBe("checkpoint");
    expect(await refusal(null)).toBe("malformed");
  });

  it("if any amount, hash or position in it is changed", async () => {
    const proof = proofOf(honest, ADA);
    const paths = (value: unknown, path: string[] = []): string[][] =>
      typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => paths(inner, [...path, key]))
        : [path];
    const changed = (value: unknown, [key, ...rest]: readonly string[]): unknown => {
      if (key === undefined) return typeof value === "string" ? other(value) : "x";
      const copy = Array.isArray(value) ? [...value] : { ...Object(value) };
      copy[key as never] = changed(copy[key as never], rest) as never;
      return copy;
    };
    const other = (text: string) =>
      /^\d/.test(text) && text.length < 60
        ? `${text === "0" ? "" : text}1`
        : text.replace(/^./, (char) => (char === "1" ? "2" : "1"));
    const all = paths(proof.shares).map((path) => ["shares", ...path]);
    expect(all.length).toBeGreaterThan(50);
    for (const path of all) expect(await refusal(changed(proof, path)), path.join(".")).not.toBe("accepted");
  });

  it("if it is signed with another key, or its checkpoint is of an older format", async () => {
    expect(await refusal(proofOf(honest, ADA), { key: Buffer.alloc(32, 3).toString("base64") })).toBe("checkpoint");
    const old = checkpointOf(honest, { version: 1 });
    expect(await refusal(proofOf(honest, { ...ADA, checkpoint: old }))).toBe("checkpoint");
  });
});

describe("a proof of the first format", () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const nonce = "ab".repeat(16);
  const leaf = (amount: number) => sha256(`bbux-leaf-v1\n7\n${amount}\n${nonce}`);
  const root = sha256(`bbux-node-v1\n${leaf(3)}\n3\n${leaf(5)}\n5`);
  const checkpoint = checkpointOf([], { version: 1, root, totals: { member: 8n } });
  const step = (amount: number, side: string) => ({ hash: leaf(amount), sum: `0.00000000${amount}`, side });
  const shares = [
    { position: 0, amount: "0.000000003", nonce, path: [step(5, "right")] },
    { position: 1, amount: "0.000000005", nonce, path: [step(3, "left")] },
  ];
  const proof = { checkpoint, memberId: "7", amount: "0.000000008", shares };

  it("still verifies with its checkpoint, and with no other member, amount or tree [M3.10]", async () => {
    const report = await verifyProof(proof, { key: KEY, memberId: "7" });
    expect(report).toMatchObject({ ok: true, included: true, memberId: "7", amount: 8n, owed: null });
    expect(await refusal(proof, { memberId: "8" })).toBe("address");
    expect(await refusal({ ...proof, memberId: "8" })).toBe("root");
    expect(await refusal({ ...proof, amount: "0.000000009" })).toBe("amounts");
    expect(await refusal({ ...proof, amount: "0.000000006", shares: [shares[0], shares[0]] })).toBe("shares");
    expect(await refusal({ ...proof, checkpoint: checkpointOf(honest) })).toBe("checkpoint");
  });
});
