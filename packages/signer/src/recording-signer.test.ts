import fs, { mkdtempSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalSigner, createPlatformWallet, FIRST_KEYS, type Signer } from "@bbux/chain";
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { createEarlierPayments } from "./earlier-payments.ts";
import { createPolicy } from "./policy.ts";
import { openRecord, RecordError, type SigningRecord } from "./record.ts";
import { createRecordingSigner, PAGE_LINES } from "./recording-signer.ts";
import { createRefusals } from "./refusals.ts";
import { createSignedIndex } from "./signed-index.ts";

const wallet = createPlatformWallet(new Uint8Array(32).fill(3));
const keys = { rotated: () => ({ checkpoint: [], deposit: [], hot: [], nonce: [] }) };
const local = createLocalSigner(wallet);
const hash = (byte: number) => bs58.encode(new Uint8Array(32).fill(byte));
const now = () => new Date("2026-11-23T10:00:00.000Z");

const fence = { number: 2, identity: "server/1" };
const terms = { nonce: { address: wallet.nonceAddress(1), value: hash(8) }, priorityFee: 7n, fence };
const note = {
  reference: "0b7b1c1e-5f0e-4c4e-9d3a-0a6d8f1f2a3b",
  userId: "1001",
  memberSince: new Date("2026-01-02T03:04:05.678Z"),
  amount: 12n,
};
const payment = { note, destination: hash(3), lamports: 10n, ...terms };
const sweep = {
  sweepId: "7",
  userId: "1001",
  version: 1,
  address: wallet.addressAt("1001", 1),
  lamports: 5n,
  ...terms,
};
const cancellation = { reference: note.reference, ...terms };
const creation = { position: 3, rent: 1_447_680n, blockhash: hash(9), fence };
const checkpoint = "bbux-checkpoint-v2\nday 2026-11-22\n";

const ASKED: [string, (signer: Signer) => Promise<unknown>][] = [
  ["a payment", (signer) => signer.pay(payment)],
  ["a sweep", (signer) => signer.sweep(sweep)],
  ["a cancellation", (signer) => signer.cancel(cancellation)],
  ["a nonce account", (signer) => signer.createNonce(creation)],
  ["a checkpoint", (signer) => signer.signCheckpoint(checkpoint)],
];

/** A signer on a directory. @param wrap changes what its record does */
function open(dir: string, wrap = (record: SigningRecord) => record) {
  const index = createSignedIndex();
  const told = [index.add];
  const record = openRecord(dir, wallet.address, (line) => {
    for (const tell of told) tell(line);
  });
  const earlier = createEarlierPayments({ record, index, look: () => null });
  const policy = createPolicy({ payment: 100n, hour: 10n ** 9n, day: 10n ** 9n, priorityFee: 1_000n }, earlier.first);
  told.push(policy.add);
  const parts = { wallet, keys, index, policy, earlier, refusals: createRefusals(), now, coldWallet: null };
  return { record, signer: createRecordingSigner({ ...parts, record: wrap(record) }) };
}
const folder = () => mkdtempSync(join(tmpdir(), "bbux-recording-"));

/**
 * Counts syncs of the disk, or has them fail.
 * @param during is given what resolves when the first sync begins
 */
async function watchingSyncs(during: (first: Promise<void>) => Promise<unknown>, failure?: Error): Promise<number> {
  const { fsyncSync } = fs;
  const first = Promise.withResolvers<void>();
  let count = 0;
  const replace = (by: typeof fsyncSync) => {
    fs.fsyncSync = by;
    syncBuiltinESMExports();
  };
  replace((fd) => {
    count += 1;
    first.resolve();
    if (failure) throw failure;
    fsyncSync(fd);
  });
  try {
    await during(first.promise);
  } finally {
    replace(fsyncSync);
  }
  return count;
}

describe("a signer with a record", () => {
  it("records one line for each thing that it signs, with what it was asked", async () => {
    const { signer, record } = open(folder());
    for (const [, ask] of ASKED) await ask(signer);
    const { lines, next } = await signer.record(0);
    const line = { at: "2026-11-23T10:00:00.000Z", nonce: terms.nonce, fence, priorityFee: 7n, keys: FIRST_KEYS };
    expect(next).toBeNull();
    expect(lines.map(({ signature: _, ...rest }) => rest)).toEqual([
      {
        ...line,
        position: 1,
        what: "signed",
        kind: "pay",
        reference: note.reference,
        destination: payment.destination,
        lamports: 10n,
        networkFee: 5_007n,
      },
      {
        ...line,
        position: 2,
        what: "signed",
        kind: "sweep",
        reference: "7",
        destination: wallet.address,
        lamports: 5n,
        networkFee: 10_007n,
      },
      {
        ...line,
        position: 3,
        what: "signed",
        kind: "cancel",
        reference: note.reference,
        destination: "",
        lamports: 0n,
        networkFee: 5_007n,
      },
      {
        ...line,
        position: 4,
        what: "signed",
        kind: "createNonce",
        reference: "3",
        destination: wallet.nonceAddress(3),
        lamports: 1_447_680n,
        priorityFee: 0n,
        networkFee: 5_000n,
        nonce: null,
      },
      {
        ...line,
        position: 5,
        what: "signed",
        kind: "signCheckpoint",
        reference: expect.stringMatching(/^[0-9a-f]{64}$/),
        destination: "",
        lamports: 0n,
        priorityFee: 0n,
        networkFee: 0n,
        nonce: null,
        fence: null,
      },
    ]);
    expect(lines[0]?.signature).toBe((await local.pay(payment)).signature);
    record.close();
  });

  it.each(ASKED)(
    "that was killed after it recorded %s, before it answered, gives the same one without a second line",
    async (_, ask) => {
      const dir = folder();
      const killed = open(dir, (record) => ({
        ...record,
        async synced() {
          await record.synced();
          throw new Error("killed");
        },
      }));
      await expect(ask(killed.signer)).rejects.toThrow("killed");
      killed.record.close();
      const { signer, record } = open(dir);
      const { position: _local, ...expected } = Object(await ask(local));
      for (const _time of ["once", "again"]) expect(await ask(signer)).toMatchObject(expected);
      expect(record.length).toBe(1);
      record.close();
    },
  );

  it.each(ASKED)("that can't record %s doesn't give it away", async (_, ask) => {
    const { signer, record } = open(folder(), (real) => ({
      ...real,
      write() {
        throw new Error("The disk is full");
      },
    }));
    await expect(ask(signer)).rejects.toThrow("The disk is full");
    record.close();
  });

  it("confirms no fence before it is on disk, even if a payment that isn't on disk either has named it", async () => {
    const { signer, record } = open(folder(), (real) => ({
      ...real,
      synced: () => Promise.reject(new Error("The disk is full")),
    }));
    await expect(signer.pay(payment)).rejects.toThrow("The disk is full");
    expect(await signer.fence()).toEqual(fence);
    await expect(signer.noteFence(fence)).rejects.toThrow("The disk is full");
    record.close();
  });

  it("brings what is asked for together to disk with one sync, and gives nothing away before it", async () => {
    const { signer, record } = open(folder());
    const answered: (number | null)[] = [];
    const asked = [1n, 2n, 3n].map(async (priorityFee) => {
      const { position } = await signer.pay({ ...payment, priorityFee });
      answered.push(position);
    });
    const again = signer.pay({ ...payment, priorityFee: 1n });
    const syncs = await watchingSyncs(async (sync) => {
      await sync;
      expect([record.length, answered]).toEqual([3, []]);
      await Promise.all(asked);
    });
    expect([syncs, answered, (await again).position]).toEqual([1, [1, 2, 3], 1]);
    record.close();
  });

  it("gives away nothing of what a failed sync left in doubt, and signs nothing more", async () => {
    const { signer, record } = open(folder());
    const asked = [1n, 2n].map((priorityFee) => signer.pay({ ...payment, priorityFee }));
    const refused = Promise.all(asked.map((answer) => expect(answer).rejects.toThrow(RecordError)));
    await watchingSyncs(() => refused, new Error("EIO"));
    await expect(signer.pay({ ...payment, priorityFee: 1n })).rejects.toThrow(RecordError);
    await expect(signer.pay({ ...payment, priorityFee: 3n })).rejects.toThrow(RecordError);
    record.close();
  });

  it("records another attempt of a payment as another line", async () => {
    const { signer, record } = open(folder());
    const [first, second] = [await signer.pay(payment), await signer.pay({ ...payment, priorityFee: 8n })];
    expect([first.position, second.position, (await signer.pay(payment)).position]).toEqual([1, 2, 1]);
    record.close();
  });

  it("signs one payment of a withdrawal when many on different nonces are asked for at once", async () => {
    const { record, signer } = open(folder());
    const asked = Array.from({ length: 20 }, (_, nth) =>
      signer.pay({ ...payment, nonce: { address: wallet.nonceAddress(nth + 1), value: hash(nth + 1) } }),
    );
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    for (const reason of refusals) expect(reason).toMatchObject({ code: "REFUSED", rule: "NONCE_PENDING" });
    expect(record.after(0, 100).filter(({ what }) => what === "signed")).toHaveLength(1);
  });

  it("hands out its record page by page, each line once", { tags: "proof" }, async () => {
    const { signer, record } = open(folder());
    const count = PAGE_LINES + 3;
    const fees = Array.from({ length: count }, (_, nth) => BigInt(nth));
    await Promise.all(fees.map((priorityFee) => signer.pay({ ...payment, priorityFee })));
    const first = await signer.record(0);
    const second = await signer.record(first.next ?? -1);
    expect([first.lines.length, first.next, second.lines.length, second.next]).toEqual([
      PAGE_LINES,
      PAGE_LINES,
      3,
      null,
    ]);
    expect([...first.lines, ...second.lines].map(({ position }) => position)).toEqual(
      Array.from({ length: count }, (_, nth) => nth + 1),
    );
    expect(await signer.record(count)).toEqual({ lines: [], next: null });
    record.close();
  });
});
