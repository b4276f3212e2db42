import { makeCheckpoint } from "@bbux/api";
import { verifyLog, verifyProof } from "@bbux/client/verify";
import { type LiabilityProof, liabilityProofOutput, OWED_KINDS, parseAmount, UNIT } from "@bbux/contract";
import { balanceForfeited, deposit, networkFeeReserved, post, stakeAdded, withdrawalHeld } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, TEST_PASSWORD, type TestMember } from "../testing.ts";
import { ask, call, ok, refused, refusesField } from "./support.ts";
import { type Books, startBooks } from "./transparency.support.ts";
import { stranger } from "./wallet.support.ts";

let books: Books;
let rich: TestMember;
let busy: TestMember;
let one: TestMember;
let broke: TestMember;
/** What `busy` has, by kind of account. */
const BUSYS = { escrow: 30n * UNIT, hold: 5n * UNIT, member: 0n, stake: 10n * UNIT };

const ownOf = async (as: TestMember) =>
  liabilityProofOutput.parse(ok(await call(books.t, "GET", "/transparency/proof", { as })));
const must = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error("missing");
  return value;
};
const proofOf = async (as: TestMember) => must((await ownOf(as)).proof);
const units = (amount: string) => must(parseAmount(amount));
const addressOf = async ({ id }: TestMember) => {
  const { address } = await books.t.database.db
    .selectFrom("wallets")
    .select("address")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  return address;
};

beforeAll(async () => {
  books = await startBooks();
  const { db } = books.t.database;
  await createTag(books.t.database, "money");
  rich = await books.t.member("rich", { balance: 1_234n * UNIT + 5n });
  busy = await books.t.member("busy", { balance: 100n * UNIT });
  one = await books.t.member("one", { balance: 1n });
  broke = await books.t.member("broke");
  for (let n = 0; n < 120; n++) await books.t.member(`some${n}`, { balance: UNIT * BigInt(n + 1) + 1n });
  for (const bountyAmount of ["10", "20"]) await ask(books.t, busy, { tags: ["money"], bountyAmount });
  const body = { amount: "5", destinationAddress: stranger() };
  ok(await call(books.t, "POST", "/wallet/withdraw", { as: busy, body }));
  await post(db, stakeAdded({ cause: "s", member: busy.id, amount: 10n * UNIT }));
  // The rest is given away, and network fees are reserved with the withdrawal.
  await post(db, balanceForfeited({ cause: busy.id, member: busy.id, amount: 53n * UNIT + UNIT / 2n }));
  const { id: hold } = await db.selectFrom("withdrawals").select("id").executeTakeFirstOrThrow();
  await sql`insert into ledger_waivers values ('float_funded', 'f', 'A float for this test')`.execute(
    books.t.database.ownerDb,
  );
  await sql`select ledger_post('float_funded', 'f', 'f', 'x', '{}', '{external,equity}', '{solana,operator}', '{-9,9}')`.execute(
    db,
  );
  await post(db, networkFeeReserved({ cause: hold, hold, networkFee: 7n }));
  // Accounts that belong to no member.
  await deposit(db, { cause: "nobody", member: "77", amount: 50n });
  await post(db, withdrawalHeld({ cause: "nobody", member: "77", hold: "78", amount: 20n }));
  await makeCheckpoint(books.t.services);
});
afterAll(() => books.t.close());

describe("a member's proof", () => {
  it("shows that what they have available, staked, in bounties and in withdrawals is in the signed sum [M3.10]", async () => {
    const key = books.t.services.platformWallet.checkpointKey();
    for (const [member, owed] of [
      [rich, { escrow: 0n, hold: 0n, member: 1_234n * UNIT + 5n, stake: 0n }],
      [busy, BUSYS],
      [one, { escrow: 0n, hold: 0n, member: 1n, stake: 0n }],
    ] as const) {
      const report = await verifyProof(await proofOf(member), { key, address: await addressOf(member), owed });
      expect(report).toMatchObject({ ok: true, included: true, owed, signatureChecked: true });
    }
  });

  it("leads to the ledger's totals of every kind, so nothing can be left out of the tree [M3.10]", async () => {
    const { checkpoint } = await proofOf(rich);
    const report = await verifyLog(await books.download(), { header: "required", checkpoints: [checkpoint] });
    expect(report.problem).toBe(null);
    const sum = OWED_KINDS.reduce((all, kind) => all + (report.totals[kind] ?? 0n), 0n);
    expect(units(checkpoint.liabilities)).toBe(sum);
    expect(report.totals).toMatchObject({ escrow: BUSYS.escrow, stake: BUSYS.stake, hold: 5n * UNIT + 27n });
    // The member who owns the accounts of nobody isn't counted.
    expect(checkpoint.members).toBe(123);
    expect(checkpoint.body).toMatch(/^bbux-checkpoint-v2\n/);
  });

  it("shows those who had nothing that their address isn't in the tree, and is available to its member only [M3.10]", async () => {
    refused(await call(books.t, "GET", "/transparency/proof"), 401, "UNAUTHENTICATED");
    for (const member of [broke, await books.t.member("late", { balance: 5n })]) {
      const proof = await proofOf(member);
      expect(proof.owed).toBe(null);
      expect(await verifyProof(proof, { address: await addressOf(member) })).toMatchObject({
        ok: true,
        included: false,
      });
    }
  });

  it("reveals nobody else's balance, and where nobody else is: no sibling contains a whole one [M3.10]", async () => {
    // The other kinds are held by one member, so that the public totals say as much.
    const { rows } = await sql<{ balance: string }>`
      select balance::text from ledger_accounts where kind = 'member' and balance > 1`.execute(
      books.t.database.ownerDb,
    );
    const balances = new Set(rows.map(({ balance }) => balance));
    for (const member of [rich, busy, broke]) {
      const { shares } = await proofOf(member);
      for (const { leaf, path } of shares) {
        const shown = [...(leaf && member === broke ? [leaf] : []), ...path];
        for (const { owed } of shown) expect(balances).not.toContain(units(owed.member).toString());
      }
      // Neither an address nor a code but the member's own.
      expect(JSON.stringify(shares)).not.toMatch(new RegExp(`${await addressOf(one)}|${(await ownOf(one)).code}`));
    }
  });

  it("is at another place each day, so that no one can follow a sibling [M3.10]", async () => {
    const placesOf = ({ shares }: LiabilityProof) => shares.map(({ leaf }) => leaf?.position);
    const before = placesOf(await proofOf(rich));
    await books.nextDay();
    const after = placesOf(await proofOf(rich));
    expect(after.filter((place) => before.includes(place))).toEqual([]);
  });
});

describe("the code that leads to a member's place", () => {
  const setCode = (as: TestMember, code: unknown) =>
    call(books.t, "PUT", "/transparency/proof-code", { as, body: { code } });

  it("is random at first, can be changed, and counts from the next checkpoint on [M3.10]", async () => {
    const first = await ownOf(rich);
    expect(first.code).toMatch(/^[0-9a-f]{32}$/);
    expect((await ownOf(busy)).code).not.toBe(first.code);
    const chosen = "Correct horse, battery & staple";
    expect(ok(await setCode(rich, `  ${chosen} `))).toEqual({ success: true, code: chosen });
    // The tree that exists is proven with the code that it was built with.
    const old = await ownOf(rich);
    expect(old.code).toBe(chosen);
    expect(await verifyProof(old.proof, { code: first.code })).toMatchObject({ ok: true, included: true });
    expect(await verifyProof(old.proof, { code: chosen })).toMatchObject({ ok: false, code: "code" });
    await books.nextDay();
    const { proof } = await ownOf(rich);
    expect(await verifyProof(proof, { code: chosen })).toMatchObject({ ok: true, included: true });
    const { code: random } = ok(await setCode(rich, null));
    expect(random).toMatch(/^[0-9a-f]{32}$/);
    expect(random).not.toBe(first.code);
  });

  it("that two members choose leads them to different places [M3.10]", async () => {
    for (const member of [rich, busy]) ok(await setCode(member, "the same for both of us"));
    await books.nextDay();
    const [richs, busys] = [await proofOf(rich), await proofOf(busy)];
    expect(await verifyProof(richs, { address: await addressOf(rich) })).toMatchObject({ ok: true, included: true });
    expect(await verifyProof({ ...busys, shares: richs.shares, owed: richs.owed })).toMatchObject({
      ok: false,
      code: "position",
    });
  });

  it("is refused if it could be guessed or hashed in two ways, by the field [M3.10]", async () => {
    for (const code of ["", "too short", "x".repeat(65), "Grüße an alle Welt", "two\nlines of text", 5, undefined]) {
      refusesField(await setCode(rich, code), "code");
    }
    refused(await call(books.t, "PUT", "/transparency/proof-code", { body: { code: null } }), 401, "UNAUTHENTICATED");
  });

  it("is in the member's own export, and no one else's; closing the account forgets it [M3.10]", async () => {
    const leaver = await books.t.member("leaver");
    ok(await setCode(leaver, "something personal"));
    const exported = async (as: TestMember) => (await call(books.t, "GET", "/profile/export", { as })).body;
    expect(await exported(leaver)).toContain("something personal");
    expect(await exported(rich)).not.toContain("something personal");
    const body = { password: TEST_PASSWORD };
    ok(await call(books.t, "POST", "/auth/delete-account", { as: leaver, body }));
    const { rows } = await sql`select from wallets where proof_code = 'something personal'`.execute(
      books.t.database.ownerDb,
    );
    expect(rows).toEqual([]);
  });
});
