import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inspect } from "node:util";
import { createLocalSigner, createPlatformWallet, SignerError } from "@bbux/chain";
import { connectSigner, type RunningSigner } from "@bbux/signer";
import bs58 from "bs58";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Env, readEnv } from "../env.ts";
import { openSigner, signerSettings, withoutKey } from "../signer.ts";
import { createTestApp } from "../testing.ts";

// The signer as it runs: two processes behind a socket (docs/adr/0024).

const seed = randomBytes(32);
const wallet = createPlatformWallet(seed);
const local = createLocalSigner(wallet);
const secret = JSON.stringify([...seed]);
const dataDir = () => mkdtempSync(join(tmpdir(), "bbux-signer-"));
/** The payment below is larger than any. */
const HIGH = {
  SIGNER_PAYMENT_LIMIT: "10000000",
  SIGNER_HOURLY_LIMIT: "10000000",
  SIGNER_DAILY_LIMIT: "10000000",
};
const envOf = (more: Record<string, string> = {}): Env =>
  readEnv({ NODE_ENV: "test", DATA_DIR: dataDir(), PLATFORM_WALLET_SECRET: secret, ...HIGH, ...more });

const hash = (byte: number) => bs58.encode(new Uint8Array(32).fill(byte));
const fence = { number: 1, identity: "server/1" };
const terms = { nonce: { address: wallet.nonceAddress(1), value: hash(8) }, priorityFee: 7n, fence };
const payment = {
  note: {
    reference: "0b7b1c1e-5f0e-4c4e-9d3a-0a6d8f1f2a3b",
    userId: "1001",
    memberSince: new Date("2026-01-02T03:04:05.678Z"),
    amount: 9_007_199_254_740_993n,
  },
  destination: hash(3),
  lamports: 9_007_199_254_740_992n,
  ...terms,
};

/** The payment's transaction, from a signer whose first it is. */
const recorded = async () => ({ ...(await local.pay(payment)), position: 1 });

/** The process that signs: the only child of the one that keeps it. */
const workerOf = ({ pid }: RunningSigner) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);

/** The only address that SOL is kept offline at. */
const COLD = createPlatformWallet(new Uint8Array(32).fill(5)).address;

describe("a signer that the platform starts", () => {
  const env = envOf({ COLD_WALLET_ADDRESS: COLD });
  const { socket } = signerSettings(env);
  let running: RunningSigner;
  beforeAll(async () => {
    running = await openSigner(env);
  });
  afterAll(() => running.stop());

  it("signs over its socket what it would sign in the process, to the byte", async () => {
    const { signer } = running;
    expect(running.viewKeys).toEqual(wallet.viewKeys());
    expect(await signer.pay(payment)).toEqual(await recorded());
    const of = { userId: "1001", version: 1, address: wallet.addressAt("1001", 1) };
    const sweep = { sweepId: "7", ...of, lamports: 5n, ...terms };
    expect(await signer.sweep(sweep)).toEqual({ ...(await local.sweep(sweep)), position: 2 });
    const cancellation = { reference: payment.note.reference, ...terms };
    expect(await signer.cancel(cancellation)).toEqual({ ...(await local.cancel(cancellation)), position: 3 });
    const creation = { position: 3, rent: 1_447_680n, blockhash: hash(9), fence };
    expect(await signer.createNonce(creation)).toEqual({ ...(await local.createNonce(creation)), position: 4 });
    const anchor = { size: 60, root: Buffer.alloc(32, 5).toString("base64"), ...terms };
    expect(await signer.anchor(anchor)).toEqual({ ...(await local.anchor(anchor)), position: 5 });
    const text = "bbux-checkpoint-v2\nday 2026-11-22\n";
    expect(await signer.signCheckpoint(text)).toEqual(await local.signCheckpoint(text));
    const { lines } = await signer.record(0);
    expect(lines.map(({ kind, reference }) => [kind, reference]).slice(0, 5)).toEqual([
      ["pay", payment.note.reference],
      ["sweep", "7"],
      ["cancel", payment.note.reference],
      ["createNonce", "3"],
      ["anchor", `60 ${anchor.root}`],
    ]);
    expect(lines[0]).toMatchObject({ lamports: payment.lamports, destination: payment.destination, fence });
    const ids = Array.from({ length: 1_200 }, (_, nth) => `${nth}`);
    const addresses = ids.map(wallet.addressOf);
    expect(await signer.addressesOf(ids.map((userId) => ({ userId, version: 1 })))).toEqual(addresses);
    expect(await signer.newAddresses(ids)).toEqual(addresses.map((address) => ({ address, version: 1 })));
  });

  it("moves SOL to the cold wallet in its settings, and refuses another one, a fee above its limit, and books that are behind", async () => {
    const { signer } = running;
    const own = createLocalSigner(wallet, { coldWallet: COLD });
    const move = { reference: "7f9c24e8-3b12-4fef-91e0-6e2f2f1d0b56", destination: COLD, lamports: 30n, ...terms };
    const { position, ...signed } = await signer.toCold(move);
    const { position: _, ...same } = await own.toCold(move);
    expect(signed).toEqual(same);
    const { lines } = await signer.record((position ?? 0) - 1);
    expect(lines).toMatchObject([{ kind: "toCold", reference: move.reference, destination: COLD, lamports: 30n }]);
    const other = { ...move, reference: "7f9c24e8-3b12-4fef-91e0-6e2f2f1d0b57" };
    const wrong = [
      [{ ...other, destination: hash(3) }, null],
      [{ ...other, priorityFee: 500_001n }, "FEE_LIMIT"],
      [{ ...other, fence: { number: 0, identity: "server/0" } }, "FENCE_BEHIND"],
    ] as const;
    for (const [asked, rule] of wrong) {
      await expect(signer.toCold(asked)).rejects.toMatchObject({ name: "SignerError", code: "REFUSED", rule });
    }
    expect((await signer.record(position ?? 0)).lines).toEqual([]);
  });

  it("empties no address but the one that it derives for the member, and records the refusal", async () => {
    const { signer } = running;
    const sweep = { sweepId: "8", userId: "1001", version: 1, lamports: 5n, ...terms };
    const { dir } = signerSettings(env);
    const refused = () =>
      readFileSync(join(dir, "record"), "utf8")
        .split("\n")
        .filter((line) => line.includes('"refused"') && line.includes('"OTHER_ADDRESS"'));
    for (const address of [wallet.addressAt("1002", 1), wallet.address, ""]) {
      await expect(signer.sweep({ ...sweep, address })).rejects.toMatchObject({
        name: "SignerError",
        code: "REFUSED",
        rule: "OTHER_ADDRESS",
        message: `Sweep 8 is of ${address}, and the address of member 1001 and key 1 is ${wallet.addressAt("1001", 1)}`,
      });
    }
    expect(refused()).toHaveLength(1);
    // A version that there isn't has no address.
    const unknown = signer.sweep({ ...sweep, version: 2, address: wallet.addressAt("1001", 1) });
    await expect(unknown).rejects.toMatchObject({ code: "REFUSED", rule: null });
    expect((await signer.sweep({ ...sweep, address: wallet.addressAt("1001", 1) })).position).toBeGreaterThan(0);
  });

  it("answers only its own user, since no one else may open its socket", () => {
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
    const control = join(signerSettings(env).dir, "control", "sock");
    expect([statSync(control).mode & 0o777, statSync(dirname(control)).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it("refuses what it doesn't sign, and says so in one kind of error", async () => {
    const { signer } = running;
    const wrong = [
      () => signer.pay({ ...payment, lamports: 0n }),
      () => signer.pay({ ...payment, destination: "nobody" }),
      () => signer.pay({ ...payment, lamports: -1n }),
      () => signer.pay({ ...payment, note: { ...payment.note, reference: "x" } }),
      () => signer.signCheckpoint("a transaction"),
      () => signer.anchor({ size: 0, root: Buffer.alloc(32).toString("base64"), ...terms }),
      () => signer.anchor({ size: 1, root: Buffer.alloc(31).toString("base64"), ...terms }),
      () => signer.anchor({ size: 1, root: `${Buffer.alloc(32).toString("base64")} pay me`, ...terms }),
      () => signer.createNonce({ position: 0, rent: 1n, blockhash: hash(9), fence }),
    ];
    for (const ask of wrong) await expect(ask()).rejects.toMatchObject({ name: "SignerError", code: "REFUSED" });
    expect((await signer.view()).address).toBe(wallet.address);
  });

  it.each([
    ["something that isn't JSON", "hello\n"],
    ["no request", "[1,2]\n"],
    ["an operator's command", '{"id":1,"method":"resetFence","params":{"reason":"x"}}\n'],
    ["a method that there isn't", '{"id":1,"method":"sign","params":{"bytes":"AA=="}}\n'],
    ["a line without an end", "x".repeat(300_000)],
  ])("hangs up on %s, and goes on for others", async (_, text) => {
    const rude = connect(socket);
    rude.on("error", () => undefined);
    const over = new Promise((resolve) => rude.on("close", resolve));
    rude.write(text);
    rude.resume();
    await over;
    expect((await running.signer.view()).address).toBe(wallet.address);
  });

  it("killed at any time is started again with its key and its record, and the same request has the same bytes", {
    tags: "proof",
  }, async () => {
    const { signer } = running;
    const before = await signer.pay(payment);
    for (const _ of ["once", "again"]) {
      const worker = workerOf(running);
      process.kill(worker, "SIGKILL");
      await expect
        .poll(() => signer.pay(payment).catch((error: unknown) => (error as SignerError).code))
        .toEqual(before);
      expect(workerOf(running)).not.toBe(worker);
    }
    const { lines } = await signer.record(0);
    expect(lines.filter(({ signature }) => signature === before.signature)).toHaveLength(1);
  });

  it("with a record that someone has changed doesn't start, and says which line", async () => {
    const own = envOf();
    const first = await openSigner(own);
    await first.signer.pay(payment);
    await first.signer.cancel({ reference: payment.note.reference, ...terms });
    await first.stop();
    const record = join(signerSettings(own).dir, "record");
    writeFileSync(record, readFileSync(record, "utf8").replace(payment.destination, hash(4)));
    await expect(openSigner(own)).rejects.toThrow(`Line 1 of ${record} was changed`);
  });

  it("is waited for by a second platform on the same data, which takes over when the first ends", {
    tags: "proof",
  }, async () => {
    const own = envOf();
    const first = await openSigner(own);
    const second = await openSigner(own);
    try {
      await first.stop();
      await expect.poll(() => second.signer.pay(payment).catch(() => null)).toMatchObject(await recorded());
    } finally {
      await second.stop();
    }
  });

  it("for another wallet on the same data is refused", { tags: "proof" }, async () => {
    const other = { ...env, PLATFORM_WALLET_SECRET: JSON.stringify([...randomBytes(32)]) };
    await expect(openSigner(other)).rejects.toThrow(`The signer that runs here is for the wallet ${wallet.address}`);
  });
});

describe("what others than the signer have", () => {
  const kept = process.env.PLATFORM_WALLET_SECRET;
  afterEach(() => {
    if (kept === undefined) delete process.env.PLATFORM_WALLET_SECRET;
  });

  it("is no key: neither in the environment nor in anything that a request's context holds", async () => {
    const given = envOf();
    process.env.PLATFORM_WALLET_SECRET = secret;
    const env = withoutKey(given);
    expect(process.env.PLATFORM_WALLET_SECRET).toBeUndefined();
    expect(JSON.stringify(env)).not.toContain(secret);
    const running = await openSigner(given);
    const t = await createTestApp({ platformSeed: seed, signer: () => running.signer });
    try {
      const { services } = t;
      expect(Object.keys(services.platformWallet).sort()).toEqual([
        "address",
        "anchorMemo",
        "cancelMemo",
        "checkpointKey",
        "hasCancelMark",
        "isCancelMemo",
        "nonceAddress",
        "noteOf",
        "readAnchor",
        "readNote",
        "referenceOf",
      ]);
      const shown = inspect({ ...services, db: null }, { depth: 12, showHidden: true, maxArrayLength: null });
      const forms = [seed.toString("hex"), seed.toString("base64"), bs58.encode(seed), [...seed].join(", ")];
      for (const form of forms) expect(shown).not.toContain(form);
      // What memos are recognized by doesn't lead to the seed: it is derived one way.
      expect(Object.values(running.viewKeys)).not.toContain(seed.toString("base64"));
    } finally {
      await t.close();
      await running.stop();
    }
  });

  it("is no key either when it comes from a file, which only its owner may read", { tags: "proof" }, async () => {
    const file = join(dataDir(), "key");
    writeFileSync(file, secret, { mode: 0o600 });
    const env = envOf({ PLATFORM_WALLET_SECRET: "", PLATFORM_WALLET_SECRET_FILE: file });
    const running = await openSigner(env);
    expect(running.viewKeys.address).toBe(wallet.address);
    await running.stop();
    chmodSync(file, 0o644);
    await expect(openSigner(env)).rejects.toThrow("its mode must be 0600");
  });
});

it("a socket that nobody listens on is named, and a call to it fails as unreachable", async () => {
  const socket = join(dataDir(), "sock");
  const signer = connectSigner(socket, { restartMs: 50 });
  await expect(signer.view()).rejects.toThrow(SignerError);
  await expect(signer.view()).rejects.toMatchObject({ code: "UNREACHABLE" });
  signer.close();
});
