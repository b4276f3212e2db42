import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPlatformWallet,
  type PaymentRequest,
  type SignatureStatus,
  SignerError,
  type SignerRule,
} from "@bbux/chain";
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { openSigner } from "./open.ts";
import { recordPath } from "./record.ts";

const SOL = 1_000_000_000n;
const seed = new Uint8Array(32).fill(3);
const wallet = createPlatformWallet(seed);
const hash = (byte: number) => bs58.encode(new Uint8Array(32).fill(byte));
const uuid = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;
const HOUR_MS = 60 * 60_000;

const limits = { payment: 10n * SOL, hour: 20n * SOL, day: 30n * SOL, priorityFee: 1_000n };
const given = Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, `${value}`])) as Record<
  keyof typeof limits,
  string
>;
const books = (number: number, identity = "server/1") => ({ number, identity });

/** A signer with a clock and a chain that the test sets, on a directory that outlives it. */
function start(dir = mkdtempSync(join(tmpdir(), "bbux-policy-"))) {
  const world = {
    now: new Date("2026-11-23T10:00:30.000Z"),
    statuses: new Map<string, SignatureStatus>(),
    isSilent: false,
  };
  const open = () =>
    openSigner(
      seed,
      { dir, limits: given },
      {
        now: () => world.now,
        look: () => ({
          async statuses(signatures) {
            if (world.isSilent) throw new Error("no answer");
            return signatures.map((signature) => world.statuses.get(signature) ?? null);
          },
        }),
      },
    );
  let opened = open();
  let unnamed = 0;
  const payment = (more: Partial<PaymentRequest> & { reference?: string } = {}): PaymentRequest => {
    const { reference = uuid(++unnamed), ...rest } = more;
    return {
      note: { reference, userId: "1001", memberSince: new Date(0), amount: 12n * SOL },
      destination: hash(3),
      lamports: 10n * SOL,
      nonce: { address: wallet.nonceAddress(1), value: hash(8) },
      priorityFee: 0n,
      fence: books(1),
      ...rest,
    };
  };
  return {
    world,
    payment,
    get signer() {
      return opened.signer;
    },
    get control() {
      return opened.control;
    },
    pass(ms: number) {
      world.now = new Date(world.now.getTime() + ms);
    },
    landed: (signature: string, failed = false) =>
      void world.statuses.set(signature, { slot: 1n, level: "finalized", failed } as SignatureStatus),
    restart() {
      opened.record.close();
      opened = open();
    },
    kept: () => readFileSync(recordPath(dir), "utf8"),
    /** The rule by which something is refused; null if it is signed. */
    async rule(asked: Promise<unknown>): Promise<SignerRule | null> {
      try {
        await asked;
        return null;
      } catch (error) {
        if (!(error instanceof SignerError && error.code === "REFUSED" && error.rule)) throw error;
        expect(error.message).toMatch(/^[A-Z\d].*[^.]$/);
        return error.rule;
      }
    },
  };
}

const sweep = { sweepId: "7", userId: "1", version: 1, address: wallet.addressAt("1", 1) };
const nonce = (nth: number) => ({ address: wallet.nonceAddress(nth), value: hash(20 + nth) });

describe("the signer's limits", () => {
  it("refuse a payment above that of one payment, by a lamport", async () => {
    const s = start();
    expect(await s.rule(s.signer.pay(s.payment({ lamports: limits.payment + 1n })))).toBe("PAYMENT_LIMIT");
    expect(await s.rule(s.signer.pay(s.payment({ lamports: limits.payment })))).toBeNull();
  });

  it("refuse what is above the hour's until it is over, and what is above the day's until that is", async () => {
    const s = start();
    expect(await s.rule(s.signer.pay(s.payment()))).toBeNull();
    // Fees count, too.
    expect(await s.rule(s.signer.pay(s.payment()))).toBe("HOURLY_LIMIT");
    expect(await s.rule(s.signer.pay(s.payment({ lamports: 9n * SOL })))).toBeNull();
    s.pass(HOUR_MS + 60_000);
    expect(await s.rule(s.signer.pay(s.payment({ lamports: 10n * SOL })))).toBeNull();
    s.pass(HOUR_MS + 60_000);
    expect(await s.rule(s.signer.pay(s.payment({ lamports: 2n * SOL })))).toBe("DAILY_LIMIT");
    s.pass(22 * HOUR_MS);
    expect(await s.rule(s.signer.pay(s.payment({ lamports: 2n * SOL })))).toBeNull();
  });

  it("refuse more than ten roots of the log within a day, however often each is signed and whatever is done in between", async () => {
    const s = start();
    const anchor = (size: number, priorityFee = 0n, nth = 1) => {
      const root = Buffer.alloc(32, 1).toString("base64");
      return s.signer.anchor({ size, root, nonce: nonce(nth), priorityFee, fence: books(1) });
    };
    // A root that takes long to land is signed at higher fees and on other nonces, and is still one.
    for (let fee = 0n; fee < 12n; fee++) await anchor(1, fee, 1 + Number(fee % 3n));
    for (let size = 2; size <= 10; size++) await anchor(size);
    expect(await s.rule(anchor(11))).toBe("ANCHOR_LIMIT");
    for (const again of [anchor(10), anchor(10, 1n), anchor(1, 99n)]) expect(await s.rule(again)).toBeNull();
    s.restart();
    s.pass(-3 * HOUR_MS);
    expect(await s.rule(anchor(11))).toBe("ANCHOR_LIMIT");
    s.pass(27 * HOUR_MS + 1_000);
    expect(await s.rule(anchor(11))).toBeNull();
    const dear = { size: 12, root: Buffer.alloc(32).toString("base64"), nonce: nonce(1), fence: books(1) };
    expect(await s.rule(s.signer.anchor({ ...dear, priorityFee: limits.priorityFee + 1n }))).toBe("FEE_LIMIT");
    expect(await s.rule(s.signer.anchor({ ...dear, priorityFee: 0n, fence: books(0) }))).toBe("FENCE_BEHIND");
  });

  it("aren't lifted by a restart, nor by a clock that is turned back", async () => {
    const s = start();
    for (const lamports of [10n * SOL, 9n * SOL]) await s.signer.pay(s.payment({ lamports }));
    s.restart();
    expect(await s.rule(s.signer.pay(s.payment()))).toBe("HOURLY_LIMIT");
    s.pass(-3 * HOUR_MS);
    expect(await s.rule(s.signer.pay(s.payment()))).toBe("HOURLY_LIMIT");
    s.restart();
    expect(await s.rule(s.signer.pay(s.payment()))).toBe("HOURLY_LIMIT");
  });

  it("count the attempts of one payment once, in the hour of the latest", async () => {
    const s = start();
    const payment = s.payment();
    await s.signer.pay(payment);
    s.pass(40 * 60_000);
    for (const priorityFee of [1n, 2n, 3n]) await s.signer.pay({ ...payment, priorityFee });
    expect(await s.rule(s.signer.pay(s.payment({ lamports: 9n * SOL })))).toBeNull();
    s.pass(40 * 60_000);
    expect(await s.rule(s.signer.pay(s.payment({ lamports: 2n * SOL })))).toBe("HOURLY_LIMIT");
  });

  it("answer what was signed before, however much was signed since", async () => {
    const s = start();
    const payment = s.payment();
    const { signature } = await s.signer.pay(payment);
    s.pass(HOUR_MS + 60_000);
    for (const lamports of [10n * SOL, 9n * SOL]) await s.signer.pay(s.payment({ lamports }));
    expect((await s.signer.pay(payment)).signature).toBe(signature);
  });

  it("hold for the fee of everything, and the rent of a nonce account", async () => {
    const s = start();
    const fee = { priorityFee: limits.priorityFee + 1n, nonce: nonce(1), fence: books(1) };
    expect(await s.rule(s.signer.pay(s.payment(fee)))).toBe("FEE_LIMIT");
    expect(await s.rule(s.signer.sweep({ ...sweep, lamports: 99n * SOL, ...fee }))).toBe("FEE_LIMIT");
    expect(await s.rule(s.signer.cancel({ reference: "x", ...fee }))).toBe("FEE_LIMIT");
    const creation = { position: 1, rent: 5_000_001n, blockhash: hash(9), fence: books(1) };
    expect(await s.rule(s.signer.createNonce(creation))).toBe("FEE_LIMIT");
    // SOL that comes to the hot wallet isn't limited.
    const own = { ...fee, priorityFee: 0n };
    expect(await s.rule(s.signer.sweep({ ...sweep, lamports: 99n * SOL, ...own }))).toBeNull();
  });
});

describe("a second value for one withdrawal", () => {
  it("is refused: another destination, or another amount, also after a restart", async () => {
    const s = start();
    const payment = s.payment({ lamports: SOL });
    await s.signer.pay(payment);
    for (const _ of ["before", "after"]) {
      expect(await s.rule(s.signer.pay({ ...payment, destination: hash(4) }))).toBe("SECOND_VALUE");
      expect(await s.rule(s.signer.pay({ ...payment, lamports: SOL - 1n }))).toBe("SECOND_VALUE");
      s.restart();
    }
    expect(await s.rule(s.signer.pay({ ...payment, priorityFee: 9n }))).toBeNull();
  });

  it("is refused on another nonce while nothing of the signer's own has used up the first, whatever the node doesn't show", async () => {
    const s = start();
    const payment = s.payment({ lamports: SOL, nonce: nonce(1) });
    const { signature } = await s.signer.pay(payment);
    const again = { ...payment, nonce: nonce(2) };
    expect(await s.rule(s.signer.pay(again))).toBe("NONCE_PENDING");
    s.world.isSilent = true;
    expect(await s.rule(s.signer.pay(again))).toBe("NONCE_PENDING");
    s.world.isSilent = false;
    s.world.statuses.set(signature, { slot: 1n, level: "confirmed", failed: true } as SignatureStatus);
    expect(await s.rule(s.signer.pay(again))).toBe("NONCE_PENDING");
  });

  it("is refused on another nonce once it was paid or canceled", async () => {
    const s = start();
    const [paid, canceled] = [
      s.payment({ lamports: SOL, nonce: nonce(1) }),
      s.payment({ lamports: SOL, nonce: nonce(2) }),
    ];
    s.landed((await s.signer.pay(paid)).signature);
    await s.signer.pay(canceled);
    const cancellation = { reference: canceled.note.reference, nonce: nonce(2), priorityFee: 0n, fence: books(1) };
    s.landed((await s.signer.cancel(cancellation)).signature);
    expect(await s.rule(s.signer.pay({ ...paid, nonce: nonce(3) }))).toBe("ALREADY_PAID");
    expect(await s.rule(s.signer.pay({ ...canceled, nonce: nonce(3) }))).toBe("CANCELED");
  });

  it("is allowed once the first nonce was used up by a renewal, or by a payment that failed", async () => {
    const s = start();
    const [renewed, failed] = [
      s.payment({ lamports: SOL, nonce: nonce(1) }),
      s.payment({ lamports: SOL, nonce: nonce(2) }),
    ];
    await s.signer.pay(renewed);
    const { address } = nonce(1);
    const renewal = { reference: address, nonce: nonce(1), priorityFee: 0n, fence: books(1) };
    s.landed((await s.signer.cancel(renewal)).signature);
    s.landed((await s.signer.pay(failed)).signature, true);
    expect(await s.rule(s.signer.pay({ ...renewed, nonce: nonce(3) }))).toBeNull();
    expect(await s.rule(s.signer.pay({ ...failed, nonce: nonce(4) }))).toBeNull();
  });

  it("is allowed on another nonce when an operator says so, for what was signed until then", async () => {
    const s = start();
    const payment = s.payment({ lamports: SOL, nonce: nonce(1) });
    await s.signer.pay(payment);
    s.control.release(payment.note.reference, "The account was closed");
    s.restart();
    expect(await s.rule(s.signer.pay({ ...payment, nonce: nonce(2) }))).toBeNull();
    expect(await s.rule(s.signer.pay({ ...payment, nonce: nonce(3) }))).toBe("NONCE_PENDING");
    expect(await s.rule(s.signer.pay({ ...payment, destination: hash(4) }))).toBe("SECOND_VALUE");
    expect(s.kept()).toContain('"reason":"The account was closed"');
  });
});

describe("a fence", () => {
  it("that went backwards is refused, as is another database at the same one, also after a restart", async () => {
    const s = start();
    await s.signer.pay(s.payment({ lamports: SOL, fence: books(5) }));
    for (const _ of ["before", "after"]) {
      const terms = { nonce: nonce(2), priorityFee: 0n };
      for (const fence of [books(4), books(5, "server/2")]) {
        expect(await s.rule(s.signer.pay(s.payment({ lamports: SOL, fence })))).toBe("FENCE_BEHIND");
        expect(await s.rule(s.signer.sweep({ ...sweep, lamports: 1n, ...terms, fence }))).toBe("FENCE_BEHIND");
        expect(await s.rule(s.signer.cancel({ reference: "x", ...terms, fence }))).toBe("FENCE_BEHIND");
        const creation = { position: 1, rent: 1n, blockhash: hash(9), fence };
        expect(await s.rule(s.signer.createNonce(creation))).toBe("FENCE_BEHIND");
      }
      expect(await s.signer.fence()).toEqual(books(5));
      s.restart();
    }
    expect(await s.rule(s.signer.pay(s.payment({ lamports: SOL, fence: books(6, "server/2") })))).toBeNull();
    expect(await s.rule(s.signer.pay(s.payment({ lamports: SOL, fence: books(5) })))).toBe("FENCE_BEHIND");
  });

  it("is kept once it was told, also before anything is signed, and told as often as members sign up", async () => {
    const s = start();
    for (const _ of ["first", "again"]) expect(await s.signer.noteFence(books(5))).toEqual(books(5));
    expect(s.kept().split('"what":"fence noted"')).toHaveLength(2);
    s.restart();
    expect(await s.signer.fence()).toEqual(books(5));
    for (const fence of [books(4), books(5, "server/2")]) {
      expect(await s.rule(s.signer.noteFence(fence))).toBe("FENCE_BEHIND");
      expect(await s.rule(s.signer.pay(s.payment({ lamports: SOL, fence })))).toBe("FENCE_BEHIND");
    }
    expect(await s.signer.fence()).toEqual(books(5));
  });

  it("is taken anew after an operator has reset it, which the record keeps with the reason", async () => {
    const s = start();
    await s.signer.pay(s.payment({ lamports: SOL, fence: books(2_000_000) }));
    expect(await s.rule(s.signer.pay(s.payment({ lamports: SOL, fence: books(3) })))).toBe("FENCE_BEHIND");
    s.control.resetFence("A stolen process raised it");
    s.restart();
    expect(await s.signer.fence()).toBeNull();
    expect(await s.rule(s.signer.pay(s.payment({ lamports: SOL, fence: books(3) })))).toBeNull();
    expect(await s.rule(s.signer.pay(s.payment({ lamports: SOL, fence: books(2) })))).toBe("FENCE_BEHIND");
    expect(s.kept()).toContain('"reason":"A stolen process raised it"');
  });
});

it("a refusal is recorded once a day, and a thousand a day at most", { tags: "proof" }, async () => {
  const s = start();
  const above = { lamports: limits.payment + 1n };
  const refused = () => s.kept().split('"what":"refused"').length - 1;
  const payment = s.payment(above);
  for (const _ of ["once", "again"]) await s.rule(s.signer.pay(payment));
  s.restart();
  await s.rule(s.signer.pay(payment));
  expect(refused()).toBe(1);
  s.pass(25 * HOUR_MS);
  await s.rule(s.signer.pay(payment));
  expect(refused()).toBe(2);
  for (let nth = 0; nth < 1_005; nth++) await s.rule(s.signer.pay(s.payment(above)));
  expect(refused()).toBe(1_001);
});
