import { expireRequests, openAlerts, publishReserves, scanHotWallet } from "@bbux/api";
import { auditReserves, measureReserves } from "@bbux/api/operator";
import { withoutTriggers } from "@bbux/db/testing";
import { sql } from "kysely";
import { expect } from "vitest";
import { drainPayments } from "./act.ts";
import { type Books, balanceIn, sum, totalOf } from "./books.ts";
import { ALL_DECIDED_MS, changeStake, govern } from "./governance.ts";
import { boughtAndSold, examine, left, unbooked } from "./invariants.ts";
import type { World } from "./world.ts";

const POLLS = 40;

/** What must hold after every step, whatever the chain does and wherever a step ended. */
export async function check(world: World): Promise<Books> {
  await world.behave();
  const armed = world.crashAt(null);
  const { books, problems } = await examine(world.t.database.ownerDb, world.view, hotAddress(world));
  expect([...problems, ...countBounties(world, books), ...againstModel(world, books)]).toEqual([]);
  // Measuring also books what arrived at the hot wallet, and only a step may trigger that.
  if (unbooked(books, world.view, hotAddress(world)).length === 0) {
    expect((await reserves(world)).unexplained, "what the reserves do not explain").toBe("0");
  }
  world.crashAt(armed);
  return books;
}

/** The platform's own measure; if a list came back incomplete, it is read again, like the watcher does. */
async function reserves(world: World) {
  const services = { ...world.services, chain: world.truth };
  const first = await measureReserves(services);
  if (first.unexplained === "0") return first;
  await scanHotWallet(services, "start");
  return measureReserves(services);
}

const hotAddress = (world: World) => world.services.platformWallet.address;

/** Counts the outcomes of bounties since the last check, which must match the responses that members got. */
function* countBounties(world: World, books: Books): Generator<string> {
  for (const post of world.bounties) {
    const found = books.bounties.find(({ id }) => id === post.id);
    if (!found || found.amount !== post.bounty) yield `the bounty of ${post.id} is not as it was placed`;
    const { status, accepted } = found ?? { status: "", accepted: null };
    if (post.paidTo !== undefined && (status !== "PAID" || accepted !== post.paidTo))
      yield `${post.id} was said to be paid to ${post.paidTo}: ${status} ${accepted}`;
    if (post.returned && status !== "REFUNDED") yield `${post.id} was said to be returned: ${status}`;
    const escrow = balanceIn(books, "escrow", post.id);
    if (escrow !== (status === "ESCROWED" ? post.bounty : 0n))
      yield `${post.id} is ${status}, its escrow has ${escrow}`;
    if (status === "ESCROWED") continue;
    post.counted = true;
    const winner = post.answers.find(({ id }) => id === accepted)?.author;
    if (status === "PAID" && !winner) yield `${post.id} was paid to no known member`;
    const gets = status === "PAID" ? winner : post.author;
    if (gets) gets.community += post.bounty;
  }
}

/** Rewards never exceed the allotment, and nobody gets more than the maximum rate or is paid twice for a day. */
function* rewardsOf(books: Books): Generator<string> {
  const seen = new Set<string>();
  for (const { day, user, stake, due, amount } of books.rewards) {
    if (seen.has(`${day} ${user}`)) yield `${user} is rewarded twice for ${day}`;
    seen.add(`${day} ${user}`);
    if (amount > due || due > (stake * 1_200n) / 1_000_000n) yield `${user} gets ${amount} of ${due} for ${stake}`;
  }
  for (const { day, due, allotted, paid } of books.rewardDays) {
    const given = sum(books.rewards.map((each) => (each.day === day && each.paid ? each.amount : 0n)));
    if (given !== paid) yield `${day} has paid ${paid}, members got ${given}`;
    if (allotted > due || paid > allotted) yield `${day}: due ${due}, allotted ${allotted}, paid ${paid}`;
  }
}

/** The public log adds up to the books, kind by kind. */
function* log(books: Books): Generator<string> {
  const kinds = new Set([...books.balances, ...books.logged].map(({ kind }) => kind));
  for (const kind of kinds) {
    const logged = sum(books.logged.filter((each) => each.kind === kind).map(({ amount }) => amount));
    if (logged !== totalOf(books, kind)) yield `the log has ${logged} for ${kind}, the books ${totalOf(books, kind)}`;
  }
}

/** Withdrawals that were forgotten and paid are in the books again, under another id. */
function findLost(world: World, { withdrawals }: Books): void {
  for (const { id, destination } of withdrawals) {
    const lost = world.lost.find((each) => each.destination === destination);
    if (lost && world.asked.every((each) => each.id !== id)) world.asked.push({ ...lost, id });
  }
}

/** Compares members, treasury, and withdrawals with the model. */
function* againstModel(world: World, books: Books): Generator<string> {
  findLost(world, books);
  for (const { id, amount, destination } of world.asked) {
    const found = books.withdrawals.find((withdrawal) => withdrawal.id === id);
    // 3%, rounded up.
    if (found && found.fee !== (amount * 3n + 99n) / 100n) yield `withdrawal ${id} costs ${found.fee}`;
    if (found?.amount !== amount || found.destination !== destination)
      yield `withdrawal ${id} is not as it was asked for`;
  }
  if (books.withdrawals.length !== world.asked.length) {
    yield `${books.withdrawals.length} withdrawals, ${world.asked.length} were asked for`;
  }
  yield* rewardsOf(books);
  yield* log(books);
  for (const person of [...world.people, world.moderator]) {
    const { id, username } = person.member;
    const own = <T extends { user: string }>(list: readonly T[]) => list.filter(({ user }) => user === id);
    const rewarded = sum(own(books.rewards).map(({ paid, amount }) => (paid ? amount : 0n)));
    const staked = balanceIn(books, "stake", id);
    if (staked !== person.staked) yield `${username} has staked ${staked} instead of ${person.staked}`;
    const wanted = boughtAndSold(books, id) + person.community + rewarded - person.staked;
    const hasLeft = person.closed && person.closesAt === null;
    if (hasLeft) person.forfeited ??= wanted;
    const balance = balanceIn(books, "member", id);
    if (hasLeft && balance !== 0n) yield `${username} has left, and has ${balance}`;
    if (balance !== wanted - (person.forfeited ?? 0n)) yield `${username} has ${balance} instead of ${wanted}`;
  }
  const fees = sum(books.withdrawals.map(({ state, fee }) => (state === "FINALIZED" ? fee : 0n)));
  // For a day being paid, the allotment has left the treasury; for a finished one, only what was paid.
  const spent = sum(books.rewardDays.map(({ state, allotted, paid }) => (state === "DONE" ? paid : allotted)));
  const treasury = world.treasury + fees + sum(world.people.map(({ forfeited }) => forfeited ?? 0n)) - spent;
  if (totalOf(books, "treasury") !== treasury)
    yield `the treasury has ${totalOf(books, "treasury")} instead of ${treasury}`;
}

/**
 * Ends all faults and runs everything scheduled until no work is left: every withdrawal has ended, every deposit is credited, and
 * reserves equal liabilities.
 */
export async function rest(world: World): Promise<Books> {
  world.fault = null;
  world.trouble(null);
  world.crashAt(null);
  await world.chain.faults([]);
  await world.resume();
  await endHolds(world);
  let books = await check(world);
  // Three rounds at least: nonce accounts come before sweeps, and some sweeps wait for a nonce or the end of an earlier one.
  let quiet = 0;
  for (let look = 0; look < 3 || (look < POLLS && quiet < 2); look++) {
    if (look > 1) await world.wait(31);
    await drainPayments(world);
    // Checks everything again if something is unexplained.
    await publishReserves(world.services);
    books = await check(world);
    quiet = unfinished(world, books).length === 0 ? quiet + 1 : 0;
  }
  expect(unfinished(world, books), "left undone").toEqual([]);
  expect(quiet, "rounds in a row with nothing left to do").toBeGreaterThan(1);
  books = await decideAll(world);
  expect(await reserves(world)).toMatchObject({ status: "matched", difference: "0" });
  // Our own audit, which operators run, must agree.
  await expireRequests(world.services);
  const audited = await auditReserves({ ...world.services, chain: world.truth }, { deep: true, pauseMs: 1 });
  expect(audited.problems, "the platform's own audit").toEqual([]);
  const alerts = (await openAlerts(world.t.database.db)).map(({ kind, subject }) => `${kind} ${subject}`);
  const lasting = /^(large_deposit|unclaimed_deposit) /;
  expect(
    alerts.filter((alert) => !lasting.test(alert)),
    "alerts about what is over",
  ).toEqual([]);
  return books;
}

/** Large withdrawals to new addresses wait for a day of the database's clock, which no test moves. */
async function endHolds({ t }: World): Promise<void> {
  const { rows } = await sql`
    select id from withdrawals where held_until > clock_timestamp() + interval '1 day'`.execute(t.database.ownerDb);
  expect(rows, "held for more than a day").toEqual([]);
  await withoutTriggers(
    t.database.ownerDb,
    sql`update withdrawals set held_until = clock_timestamp() where held_until > clock_timestamp()`,
  );
}

/** However it came about, no bounty stays in escrow forever, no vote open, no day unpaid, and no stake locked. */
async function decideAll(world: World): Promise<Books> {
  // Twice, because a lapsed appeal lets its bounty be settled.
  for (const wait of [ALL_DECIDED_MS, ALL_DECIDED_MS]) {
    world.t.travel(wait);
    await govern(world, 1, (job) => job().then(() => undefined));
  }
  const books = await check(world);
  expect(
    world.bounties.map(({ id }) => id),
    "bounties that stick",
  ).toEqual([]);
  expect(books.rewardDays.filter(({ state }) => state === "OPEN")).toEqual([]);
  expect(
    world.people.filter(({ closesAt }) => closesAt !== null),
    "accounts that don't close",
  ).toEqual([]);
  expect(totalOf(books, "pool")).toBe(0n);
  for (const person of world.people) {
    if (!person.closed && person.staked > 0n) await changeStake(world, person, { percent: 100, out: true }, false);
  }
  const after = await check(world);
  expect(totalOf(after, "stake"), "stakes that cannot be taken out").toBe(0n);
  return after;
}

function unfinished({ view, people, services }: World, books: Books): string[] {
  return left(books, view, [services.platformWallet.address, ...people.map(({ address }) => address)]);
}
