import { createPrivateKey, hkdfSync, sign } from "node:crypto";
import { sealLog } from "@bbux/api";
import { auditLog } from "@bbux/api/operator";
import { verifyLog, verifyProof } from "@bbux/client/verify";
import { liabilityProofOutput } from "@bbux/contract";
import { migrateOne } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import { type Books, startBooks } from "./transparency.support.ts";

let books: Books;
let member: TestMember;
beforeAll(async () => {
  books = await startBooks();
  member = await books.t.member("before", { balance: 9n });
  await books.live();
  await sealLog(books.t.services);
  await revert();
  await signAsBefore();
  await migrateOne(books.t.database.ownerDb, "060_liability_tree");
});
afterAll(() => books.t.close());

const verified = async () => verifyLog(await books.download(), { header: "required" });
const ownProof = async () =>
  liabilityProofOutput.parse(ok(await call(books.t, "GET", "/transparency/proof", { as: member })));

/** To the state before migration 060. */
async function revert(): Promise<void> {
  const { ownerDb } = books.t.database;
  await sql`drop table liability_branches, liability_leaves, liability_codes`.execute(ownerDb);
  await sql`alter table wallets drop column proof_code`.execute(ownerDb);
  const day = sql`day date not null references transparency_checkpoints`;
  await sql`create table liability_levels (${day}, level smallint not null, nodes bytea not null)`.execute(ownerDb);
  await sql`create table liability_shares (${day}, user_id bigint not null, amount bigint not null)`.execute(ownerDb);
}

/** Signs a checkpoint of the first format, which counts what members can spend and have staked; no process does any more. */
async function signAsBefore(): Promise<void> {
  const { ownerDb } = books.t.database;
  const { platformWallet } = books.t.services;
  const { head, totals } = await verified();
  const owed = (totals.member ?? 0n) + (totals.stake ?? 0n);
  const root = "ab".repeat(32);
  const at = books.t.services.now();
  const body = [
    ...["bbux-checkpoint-v1", "day 2020-01-01", `seq ${head.seq}`, `hash ${head.hash}`, `previous ${"0".repeat(64)}`],
    ...Object.entries(totals).map(([kind, units]) => `total ${kind} ${units}`),
    ...["members 2", `liabilities ${owed}`, `root ${root}`, `at ${at.toISOString()}`],
  ].join("\n");
  const seed = hkdfSync("sha256", new Uint8Array(32).fill(1), "bbux", "transparency-checkpoint:v1", 32);
  const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.from(seed)]);
  const signature = sign(null, Buffer.from(body), createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" }));
  const texts = Object.fromEntries(Object.entries(totals).map(([kind, units]) => [kind, units.toString()]));
  await sql`
    insert into transparency_checkpoints (day, seq, hash, totals, members, liabilities, root, body, signature, public_key, created_at)
    values ('2020-01-01', ${head.seq}, decode(${head.hash}, 'hex'), ${JSON.stringify(texts)}::jsonb, 2, ${owed.toString()}::numeric,
            decode(${root}, 'hex'), ${body}, ${signature}, ${platformWallet.checkpointKey()}, ${at})`.execute(ownerDb);
  await sql`insert into liability_levels values ('2020-01-01', 0, 'x')`.execute(ownerDb);
  await sql`insert into liability_shares values ('2020-01-01', ${member.id}, 9)`.execute(ownerDb);
}

it("checkpoints of the first format stay and verify, each member gets a code, and the next checkpoint has the new tree [M3.10]", async () => {
  expect(await verified()).toMatchObject({ problem: null, checkpoints: 1, checkpoint: { version: 1 } });
  const { code, proof } = await ownProof();
  expect(code).toMatch(/^[0-9a-f]{32}$/);
  // Its tree is gone, and the next checkpoint comes within a day.
  expect(proof).toBe(null);
  await books.nextDay();
  expect(await verified()).toMatchObject({ problem: null, checkpoints: 2, checkpoint: { version: 2 } });
  expect(await verifyProof((await ownProof()).proof, { code, owed: { member: 9n } })).toMatchObject({
    ok: true,
    included: true,
  });
  expect(await auditLog(books.t.database.db)).toEqual([]);
});
