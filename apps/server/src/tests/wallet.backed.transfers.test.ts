import { UNIT } from "@bbux/contract";
import { allowUnbacked } from "@bbux/db";
import { TRANSFER_KINDS } from "@bbux/ledger";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok } from "./support.ts";
import { type Legs, postRaw, sendAs, UNBACKED, UNFOUNDED } from "./wallet.backed.support.ts";

// What moves within the books, whatever the app's login posts. What enters and leaves them is in wallet.backed.test.ts.

let t: TestApp;
let anna: TestMember;
let bert: TestMember;
let carl: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  anna = await t.member("anna", { balance: 100n * UNIT });
  bert = await t.member("bert", { balance: 100n * UNIT });
  carl = await t.member("carl");
  await createTag(t.database, "money");
  await fill();
});
afterAll(() => t.close());

const owner = () => t.database.ownerDb;
const send = (kind: string, cause: string, legs: Legs, ...rows: RawBuilder<unknown>[]) =>
  sendAs(t.database.db, { kind, cause, legs }, ...rows);
const KEPT = { code: "LG004" };

/** Accounts that no row knows, each with 50, so that only the missing row can be what refuses a posting. */
async function fill(): Promise<void> {
  const waived = [
    "deposit",
    "deposit_unclaimed",
    "bounty_placed",
    "withdrawal_held",
    "stake_added",
    "treasury_allotted",
  ];
  for (const kind of [...waived, "balance_forfeited"])
    await allowUnbacked(owner(), { kind, causes: "fill", reason: "a test" });
  await send("deposit", "fill", { "external:solana": -500n, "member:4242": 500n });
  await send("deposit_unclaimed", "fill", { "external:solana": -50n, "suspense:4242": 50n });
  await send("bounty_placed", "fill", { "member:4242": -50n, "escrow:4242": 50n });
  await send("withdrawal_held", "fill", { "member:4242": -50n, "hold:4242": 50n });
  await send("stake_added", "fill", { "member:4242": -50n, "stake:4242": 50n });
  await send("balance_forfeited", "fill", { "member:4242": -100n, "treasury:platform": 100n });
  await send("treasury_allotted", "fill", { "treasury:platform": -50n, "pool:other": 50n });
  await sql`delete from ledger_waivers where causes = 'fill'`.execute(owner());
}

/** They are in wallet.backed.test.ts. */
const ACROSS = ["deposit", "deposit_unclaimed", "float_funded", "gain_recorded", "loss_recorded"];
const OUT = ["withdrawal_settled", "withdrawal_refunded", "network_fee_paid", "cold_fee_paid"];

describe("without what it books, the app's login can't commit a posting", () => {
  // The operator's float comes from nothing that these tests have.
  const funded = sql`insert into chain_fundings (signature, purpose, amount) values ('float', 'float', 50)`;
  beforeAll(() => send("float_funded", "float", { "external:solana": -50n, "equity:operator": 50n }, funded));

  it.each(UNFOUNDED)("of kind %s", async (kind, legs) => {
    for (const cause of ["4242", "none", "rewards:2026-01-01", "rewards:2026-01-01:4242"])
      await expect(send(kind, cause, legs), cause).rejects.toMatchObject(UNBACKED);
  });

  it("of any kind that there is", () => {
    const tried = [...UNFOUNDED.map(([kind]) => kind), ...ACROSS, ...OUT];
    expect(tried.toSorted()).toEqual(Object.keys(TRANSFER_KINDS).toSorted());
  });

  it("of a kind that nobody has made a rule for", async () => {
    await sql`insert into ledger_transfer_kinds values ('gift', '{member}', '{member}')`.execute(owner());
    await expect(send("gift", "4242", { "member:4242": -5n, [`member:${anna.id}`]: 5n })).rejects.toMatchObject(
      UNBACKED,
    );
  });
});

describe("a bounty", () => {
  const AMOUNT = UNIT;
  const paid = (id: string, winner: string) =>
    sql`update posts set bounty_status = 'PAID', status = 'COMPLETED', accepted_answer_id = ${winner} where id = ${id}`;
  const to = (id: string, member: string, amount = AMOUNT) => ({
    [`escrow:${id}`]: -amount,
    [`member:${member}`]: amount,
  });

  it("is placed by its asker, for the amount of the post, with the fee in force", async () => {
    const id = "777000";
    const post = sql`
      insert into posts (id, author_id, title, content, excerpt, bounty_amount, bounty_status, bounty_expires_at)
      values (${id}, ${anna.id}, 'T', 'T', 'T', ${AMOUNT.toString()}, 'ESCROWED', now())`;
    // States the fee in the log, as asking through the API does.
    await ask(t, anna, { bountyAmount: 1 });
    const fee = AMOUNT / 20n;
    const from = (member: string, amount: bigint, taken: bigint) => ({
      [`member:${member}`]: -(amount + taken),
      [`escrow:${id}`]: amount,
      ...(taken > 0n && { "treasury:platform": taken }),
    });
    for (const legs of [
      from(bert.id, AMOUNT, fee),
      from(anna.id, AMOUNT - 1n, fee),
      from(anna.id, AMOUNT, fee + 1n),
      from(anna.id, AMOUNT, 0n),
    ])
      await expect(send("bounty_placed", id, legs, post)).rejects.toMatchObject(UNBACKED);
    await send("bounty_placed", id, from(anna.id, AMOUNT, fee), post);
  });

  it("goes only to the author of the accepted answer of its post, once, and all of it", async () => {
    const id = await ask(t, anna, { bountyAmount: 1 });
    const other = await ask(t, anna, { bountyAmount: 1 });
    const [won, own, elsewhere] = [await answer(t, bert, id), await answer(t, anna, id), await answer(t, carl, other)];
    await expect(send("bounty_paid", id, to(id, bert.id))).rejects.toMatchObject(UNBACKED);
    for (const [cause, legs, row] of [
      [id, to(id, carl.id), paid(id, won)],
      [id, to(id, anna.id), paid(id, own)],
      [id, to(id, bert.id, AMOUNT - 1n), paid(id, won)],
      [id, to(other, bert.id), paid(id, won)],
      [`0${id}`, to(id, bert.id), paid(id, won)],
      [other, to(other, bert.id), paid(id, won)],
    ] as const)
      await expect(send("bounty_paid", cause, legs, row)).rejects.toMatchObject(UNBACKED);
    // An answer to another post can't be accepted at all, nor can one be given to another member or post.
    await expect(send("bounty_paid", id, to(id, carl.id), paid(id, elsewhere))).rejects.toMatchObject({
      code: "23503",
    });
    for (const change of [sql`author_id = ${carl.id}`, sql`post_id = ${other}`])
      await expect(sql`update answers set ${change} where id = ${won}`.execute(t.database.db)).rejects.toMatchObject(
        KEPT,
      );
    await send("bounty_paid", id, to(id, bert.id), paid(id, won));
    await expect(send("bounty_paid", id, to(id, bert.id))).rejects.toMatchObject({ code: "LG002" });
    await expect(paid(id, own).execute(t.database.db)).rejects.toMatchObject(KEPT);
    await expect(send("bounty_returned", id, to(id, anna.id))).rejects.toMatchObject({ code: "23514" });
  });

  it("is returned only to its asker, and only when it isn't paid", async () => {
    const id = await ask(t, anna, { bountyAmount: 1 });
    const closed = sql`update posts set bounty_status = 'REFUNDED', status = 'CLOSED' where id = ${id}`;
    await expect(send("bounty_returned", id, to(id, anna.id))).rejects.toMatchObject(UNBACKED);
    await expect(send("bounty_returned", id, to(id, bert.id), closed)).rejects.toMatchObject(UNBACKED);
    await expect(send("bounty_paid", id, to(id, bert.id), closed)).rejects.toMatchObject(UNBACKED);
    await send("bounty_returned", id, to(id, anna.id), closed);
  });
});

describe("a withdrawal", () => {
  it("holds its amount, of its member, and neither changes until it ends", async () => {
    const request = (id: string) => sql`
      insert into withdrawals (id, user_id, amount, fee, net_amount, destination, created_at, updated_at)
      values (${id}, ${anna.id}, 100, 3, 97, 'somewhere', now(), now())`;
    const held = (id: string, member: string, amount: bigint) => ({
      [`member:${member}`]: -amount,
      [`hold:${id}`]: amount,
    });
    for (const legs of [held("777001", bert.id, 100n), held("777001", anna.id, 99n), held("777002", anna.id, 100n)])
      await expect(send("withdrawal_held", "777001", legs, request("777001"))).rejects.toMatchObject(UNBACKED);
    const over = sql`update withdrawals set state = 'REFUNDED' where id = 777001`;
    await expect(
      send("withdrawal_held", "777001", held("777001", anna.id, 100n), request("777001"), over),
    ).rejects.toMatchObject(UNBACKED);
    await send("withdrawal_held", "777001", held("777001", anna.id, 100n), request("777001"));
    for (const change of [`user_id = ${bert.id}`, "amount = 50, net_amount = 47", "destination = 'elsewhere'"])
      await expect(
        send(
          "withdrawal_refunded",
          "777001",
          { "hold:777001": -100n, [`member:${bert.id}`]: 100n },
          sql`update withdrawals set ${sql.raw(change)} where id = 777001`,
        ),
      ).rejects.toMatchObject(KEPT);
  });

  it("reserves the network fee that its attempt says, and gets it back only when that has expired", async () => {
    const attempt = sql`
      insert into payment_attempts (withdrawal_id, signature, bytes, last_valid_block_height, lamports, network_fee, created_at, updated_at)
      values (777001, 'signed', '', 1, 97, 5, now(), now())`;
    const fee = (amount: bigint, hold = "777001") => ({ "equity:operator": -amount, [`hold:${hold}`]: amount });
    for (const legs of [fee(6n), fee(5n, "4242")])
      await expect(send("network_fee_reserved", "signed", legs, attempt)).rejects.toMatchObject(UNBACKED);
    const expire = sql`update payment_attempts set state = 'EXPIRED' where signature = 'signed'`;
    await expect(send("network_fee_reserved", "signed", fee(5n), attempt, expire)).rejects.toMatchObject(UNBACKED);
    await send("network_fee_reserved", "signed", fee(5n), attempt);
    await expect(send("network_fee_released", "signed", fee(-5n))).rejects.toMatchObject(UNBACKED);
    await expect(send("network_fee_released", "signed", fee(-4n), expire)).rejects.toMatchObject(UNBACKED);
    const less = sql`update payment_attempts set network_fee = 4 where signature = 'signed'`;
    await expect(send("network_fee_released", "signed", fee(-4n), less)).rejects.toMatchObject(KEPT);
    await send("network_fee_released", "signed", fee(-5n), expire);
  });
});

it("suspense goes to whom its item was assigned, once, and a resolved item stays as it is", async () => {
  const item = sql`insert into suspense_items (id, signature, address, amount, slot, reason) values (777003, 's', 'a', 5, 1, 'unknown_sender')`;
  await send("deposit_unclaimed", "s:a", { "external:solana": -5n, "suspense:777003": 5n }, item);
  const resolve = (to: string | null) =>
    sql`update suspense_items set resolved_at = now(), resolution = 'x', assigned_to = ${to} where id = 777003`;
  const given = (to: string, amount = 5n) => ({ "suspense:777003": -amount, [to]: amount });
  const anna_ = `member:${anna.id}`;
  await expect(send("suspense_assigned", "777003", given(anna_))).rejects.toMatchObject(UNBACKED);
  for (const [kind, legs, to] of [
    ["suspense_assigned", given(anna_), bert.id],
    ["suspense_assigned", given(anna_), null],
    ["suspense_assigned", given(anna_, 4n), anna.id],
    ["float_recorded", given("equity:operator"), anna.id],
    ["float_recorded", given("equity:operator", 4n), null],
  ] as const)
    await expect(send(kind, "777003", legs, resolve(to))).rejects.toMatchObject(UNBACKED);
  const more = sql`update suspense_items set amount = 4 where id = 777003`;
  await expect(send("suspense_assigned", "777003", given(anna_, 4n), more)).rejects.toMatchObject(KEPT);
  await send("suspense_assigned", "777003", given(anna_), resolve(anna.id));
  await expect(send("float_recorded", "777003", given("equity:operator"))).rejects.toThrow();
  await expect(resolve(bert.id).execute(t.database.db)).rejects.toMatchObject(KEPT);
});

it("a stake changes by what its change says, of the member and in the direction that it says", async () => {
  ok(await call(t, "POST", "/governance/stake", { as: anna, body: { amount: 1 } }));
  const by = (member: string, amount: bigint) => ({ [`member:${member}`]: -amount, [`stake:${member}`]: amount });
  const change = (amount: bigint) => sql`
    insert into stake_changes (user_id, version, amount, stake_after, transfer_id, created_at)
    select ${anna.id}, 2, ${amount.toString()}, 7, id, now() from ledger_transfers where cause = ${`${anna.id}:2`}`;
  /** The posting first, as its number is part of the row. */
  const after = (kind: string, legs: Legs, row: RawBuilder<unknown>) =>
    t.database.db.transaction().execute(async (trx) => {
      await postRaw(trx, { kind, cause: `${anna.id}:2`, legs });
      await row.execute(trx);
    });
  await expect(after("stake_added", by(anna.id, 5n), change(4n))).rejects.toMatchObject(UNBACKED);
  await expect(after("stake_added", by(bert.id, 5n), change(5n))).rejects.toMatchObject(UNBACKED);
  await expect(after("stake_removed", by(anna.id, -5n), change(5n))).rejects.toMatchObject(UNBACKED);
  await after("stake_removed", by(anna.id, -5n), change(-5n));
});

it("only a closed account is forfeited, and all that it holds", async () => {
  const gone = await t.member("gone", { balance: 5n });
  const closed = sql`update users set deleted_at = now() where id = ${gone.id}`;
  const legs = (amount: bigint) => ({ [`member:${gone.id}`]: -amount, "treasury:platform": amount });
  await expect(send("balance_forfeited", gone.id, legs(5n))).rejects.toMatchObject(UNBACKED);
  await expect(send("balance_forfeited", gone.id, legs(4n), closed)).rejects.toMatchObject(UNBACKED);
  await send("balance_forfeited", gone.id, legs(5n), closed);
});

describe("a day of rewards", () => {
  const DAY = "2026-01-05";
  const opened = sql`
    insert into reward_days (day, state, started_at, due, allotted) values (${DAY}, 'OPEN', now(), 30, 30)`;
  const shares = () => sql`
    insert into reward_payments (day, user_id, stake, rate, due, amount)
    select ${DAY}::date, id, 1000, 10, 10, 10 from users where id in (${anna.id}, ${bert.id}, ${carl.id})`;
  /** In the order of their ids. */
  const members = () => [anna.id, bert.id, carl.id].sort((a, b) => Number(BigInt(a) - BigInt(b)));
  const pays = (...to: string[]) => ({
    "pool:rewards": -10n * BigInt(to.length),
    ...Object.fromEntries(to.map((id) => [`member:${id}`, 10n])),
  });
  const upTo = (member: string, paid: number) =>
    sql`update reward_days set paid = ${paid}, paid_up_to = ${member} where day = ${DAY}`;

  it("allots what it says, pays each member's share once and in order, and returns exactly the rest", async () => {
    const [first = "", second = "", third = ""] = members();
    const allot = (amount: bigint) => ({ "treasury:platform": -amount, "pool:rewards": amount });
    await expect(send("treasury_allotted", `rewards:${DAY}`, allot(31n), opened)).rejects.toMatchObject(UNBACKED);
    await send("treasury_allotted", `rewards:${DAY}`, allot(30n), opened, shares());
    const pay = (to: string[], ...rows: RawBuilder<unknown>[]) =>
      send("rewards_paid", `rewards:${DAY}:${to[0]}`, pays(...to), ...rows);
    await expect(pay([first])).rejects.toMatchObject(UNBACKED);
    await expect(pay([second], upTo(first, 10))).rejects.toMatchObject(UNBACKED);
    await expect(pay([first], upTo(second, 20))).rejects.toMatchObject(UNBACKED);
    await expect(
      send(
        "rewards_paid",
        `rewards:${DAY}:${first}`,
        { "pool:rewards": -11n, [`member:${first}`]: 11n },
        upTo(first, 10),
      ),
    ).rejects.toMatchObject(UNBACKED);
    await expect(upTo(first, 11).execute(t.database.db)).rejects.toMatchObject(KEPT);
    await pay([first, second], upTo(second, 20));
    // A second time, under another name: the pool has the money, and the day doesn't say so.
    await expect(pay([second])).rejects.toMatchObject(UNBACKED);
    await expect(pay([second, third], upTo(third, 30))).rejects.toThrow();
    await expect(upTo(first, 10).execute(t.database.db)).rejects.toMatchObject(KEPT);
    const rest = (amount: bigint) => ({ "pool:rewards": -amount, "treasury:platform": amount });
    const done = sql`update reward_days set state = 'DONE' where day = ${DAY}`;
    await expect(send("pool_returned", `rewards:${DAY}`, rest(10n))).rejects.toMatchObject(UNBACKED);
    await expect(send("pool_returned", `rewards:${DAY}`, rest(9n), done)).rejects.toMatchObject(UNBACKED);
    await send("pool_returned", `rewards:${DAY}`, rest(10n), done);
    await expect(upTo(third, 30).execute(t.database.db)).rejects.toMatchObject(KEPT);
  });
});
