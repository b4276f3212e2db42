import { createPrivateKey, sign as signBytes } from "node:crypto";
import { checkColdWallet, custodyNotes, registerColdWallet, watchControlProofs } from "@bbux/api";
import { challengeControl, grantRole, proveControl } from "@bbux/api/operator";
import { Keypair } from "@solana/web3.js";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, ok } from "./support.ts";
import { type ColdWorld, moveAll, startCold } from "./wallet.cold.support.ts";
import { alertKinds, SOL, stranger } from "./wallet.support.ts";

// Who has the cold wallet's key, and what may be one (docs/adr/0027).

const DAY_MS = 86_400_000;
const ORIGIN = "https://bbux.example";
let world: ColdWorld;
beforeAll(async () => {
  world = await startCold({ APPROVAL_FROM: "8" });
  await world.rich("anna", 40n * SOL);
});
afterAll(() => world.stop());

/** Ed25519 over bytes, as a wallet or an offline tool makes it. */
function signedBy({ secretKey }: Keypair, bytes: Uint8Array): Uint8Array {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), secretKey.subarray(0, 32)]);
  return new Uint8Array(signBytes(null, bytes, createPrivateKey({ key: der, format: "der", type: "pkcs8" })));
}
const published = async () => ok(await call(world.t, "GET", "/reserves")).controlProofs;
const services = (coldWallet: string) => ({ ...world.services, money: { ...world.services.money, coldWallet } });

describe("a proof of control", () => {
  it("is asked for by an alert 30 days after the cold wallet first held anything, and a year after the last one", async () => {
    await watchControlProofs(world.services);
    expect(await alertKinds(world.t)).toEqual([]);
    await moveAll(world);
    world.t.travel(29 * DAY_MS);
    await watchControlProofs(world.services);
    expect(await alertKinds(world.t)).toEqual([]);
    world.t.travel(2 * DAY_MS);
    await watchControlProofs(world.services);
    expect(await alertKinds(world.t)).toEqual(["control_unproved"]);
    const { text } = await challengeControl(world.services, ORIGIN);
    await proveControl(world.services, { text, signature: signedBy(world.cold, Buffer.from(text)) });
    await watchControlProofs(world.services);
    expect(await alertKinds(world.t)).toEqual([]);
    world.t.travel(366 * DAY_MS);
    await watchControlProofs(world.services);
    expect(await alertKinds(world.t)).toEqual(["control_unproved"]);
  });

  it("names platform, address, balance, time and the latest checkpoint, and is published as it was signed", async () => {
    const { text } = await challengeControl(world.services, ORIGIN);
    const { lamports } = await world.truth.balances([world.vault]);
    expect(text.split("\n")).toEqual([
      "bbux-proof-of-control-v1",
      `platform ${ORIGIN}`,
      `address ${world.vault}`,
      `balance ${Number(lamports[0]) / Number(SOL)} SOL`,
      expect.stringMatching(/^slot \d+$/),
      expect.stringMatching(/^at \d{4}-/),
      "checkpoint none",
    ]);
    const signature = signedBy(world.cold, Buffer.from(text));
    const proof = { text: `${text}\n`, signature };
    expect(await proveControl(world.services, proof)).toEqual({ address: world.vault });
    expect(await proveControl(world.services, proof)).toEqual({ address: world.vault });
    const shown = { address: world.vault, text, form: "message", signature: Buffer.from(signature).toString("base64") };
    expect(await published()).toMatchObject([shown]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_log where action = 'CONTROL_PROVED'`.execute(world.t.database.ownerDb);
    expect(rows).toEqual([{ n: 2 }]);
  });

  it("may be signed as an off-chain message of Solana", async () => {
    const { text } = await challengeControl(world.services, ORIGIN);
    const length = Buffer.from([text.length & 255, text.length >> 8]);
    const envelope = Buffer.concat([Buffer.from([255]), Buffer.from("solana offchain"), Buffer.from([0, 1]), length]);
    const signature = signedBy(world.cold, Buffer.concat([envelope, Buffer.from(text)]));
    await proveControl(world.services, { text, signature });
    expect(await published()).toMatchObject([{ text, form: "offchain" }]);
  });

  it("isn't taken by another key, for another text, or after 30 days, and what is published stays", async () => {
    const before = await published();
    const { text } = await challengeControl(world.services, ORIGIN);
    const proof = (of: string, by = world.cold) => ({ text: of, signature: signedBy(by, Buffer.from(of)) });
    await expect(proveControl(world.services, proof(text, Keypair.generate()))).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const other = text.replace(/balance .*/, "balance 1000000 SOL");
    await expect(proveControl(world.services, proof(other))).rejects.toMatchObject({ code: "NOT_FOUND" });
    world.t.travel(31 * DAY_MS);
    await expect(proveControl(world.services, proof(text))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(challengeControl(world.services, ORIGIN, stranger())).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await published()).toEqual(before);
    const forged = sql`update control_proofs set text = 'other' where state = 'PROVED'`.execute(world.t.database.db);
    await expect(forged).rejects.toMatchObject({ code: "LG004" });
  });
});

describe("the cold wallet", () => {
  it("is refused when it is an address whose key is online, or none that a wallet could have", async () => {
    const ben = await world.t.member("ben");
    const { platformAddress } = ok(await call(world.t, "GET", "/wallet", { as: ben }));
    for (const [address, why] of [
      [world.wallet.address, /hot wallet/],
      [platformAddress, /deposit address/],
      [world.wallet.nonceAddress(1), /nonce account|belongs to a program/],
      [world.wallet.nonceAddress(40), /nonce account|belongs to a program/],
      ["11111111111111111111111111111111", /program/],
      ["no address", /not a Solana address/],
    ] as const) {
      await expect(checkColdWallet(services(address)), address).rejects.toThrow(why);
      await expect(registerColdWallet(services(address)), address).rejects.toThrow(why);
    }
    await expect(checkColdWallet(world.services)).resolves.toBeUndefined();
  });

  it("can't be the destination of a withdrawal", async () => {
    const carl = await world.rich("carl", 5n * SOL);
    const answer = await call(world.t, "POST", "/wallet/withdraw", {
      as: carl,
      body: { amount: "1", destinationAddress: world.vault },
    });
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining("belongs to the platform")]);
  });
});

it("a start says that nobody could approve large withdrawals, and that more is owed than the hot wallet may hold", async () => {
  const [approvals, ceiling] = await custodyNotes(world.services);
  expect(approvals).toMatch(/8 BBUX or more can be approved.*there are none/);
  expect(ceiling).toMatch(/^HOT_WALLET_CEILING is 20 SOL, and \d+(\.\d+)? SOL are owed today/);
  for (const name of ["dora", "emil"]) {
    await world.t.member(name);
    await grantRole(world.services, { member: name, role: "admin", actor: null });
  }
  const generous = { ...world.services.money, hotWalletCeiling: 1_000n * SOL };
  expect(await custodyNotes({ ...world.services, money: generous })).toEqual([]);
});
