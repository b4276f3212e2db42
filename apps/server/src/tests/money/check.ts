import { expireRequests, openAlerts, publishReserves, scanHotWallet } from "@bbux/api";
import { auditReserves, measureReserves } from "@bbux/api/operator";
import { expect } from "vitest";
import { settle } from "./act.ts";
import { type Books, balanceIn, isOpen, sum, totalOf } from "./books.ts";
import { examine, unbooked } from "./invariants.ts";
import type { World } from "./world.ts";

const LOOKS = 40;

/** What must hold after every step, whatever the chain does and wherever a step has ended. */
export async function check(world: World): Promise<Books> {
  await world.behave();
  const armed = world.crashAt(null);
  const { books, problems } = await examine(world.t.database.ownerDb, world.view, hotAddress(world));
  expect([...problems, ...againstModel(world, books)]).toEqual([]);
  // Measuring brings into the books what came to the hot wallet; when that is done is for the steps to say.
  if (unbooked(books, world.view, hotAddress(world)).length === 0) {
    expect((await reserves(world)).unexplained, "what the reserves do not explain").toBe("0");
  }
  world.crashAt(armed);
  return books;
}

/** The platform's own measure; a list that came back short before is read again, as the watcher does. */
async function reserves(world: World) {
  const services = { ...world.services, chain: world.truth };
  const first = await measureReserves(services);
  if (first.unexplained === "0") return first;
  await scanHotWallet(services, "start");
  return measureReserves(services);
}

const hotAddress = (world: World) => world.services.platformWallet.address;

/** Members, treasury and withdrawals as the model has them. */
function* againstModel(world: World, books: Books): Generator<string> {
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
  for (const person of world.people) {
    const { id, username } = person.member;
    const own = <T extends { user: string }>(list: readonly T[]) => list.filter(({ user }) => user === id);
    const came = sum(own(books.deposits).map(({ amount }) => amount));
    const left = sum(own(books.withdrawals).map(({ state, amount }) => (state === "REFUNDED" ? 0n : amount)));
    const wanted = came + person.community - left;
    if (person.closed) person.forfeited ??= wanted;
    const balance = balanceIn(books, "member", id);
    if (person.closed && balance !== 0n) yield `${username} has left, and has ${balance}`;
    if (balance !== wanted - (person.forfeited ?? 0n)) yield `${username} has ${balance} instead of ${wanted}`;
  }
  const fees = sum(books.withdrawals.map(({ state, fee }) => (state === "FINALIZED" ? fee : 0n)));
  const treasury = world.treasury + fees + sum(world.people.map(({ forfeited }) => forfeited ?? 0n));
  if (totalOf(books, "treasury") !== treasury)
    yield `the treasury has ${totalOf(books, "treasury")} instead of ${treasury}`;
}

/**
 * All faults end, and everything that runs by the clock goes on until nothing is left to do: every withdrawal has ended,
 * all that came is credited, the reserves are the liabilities.
 */
export async function rest(world: World): Promise<Books> {
  world.fault = null;
  world.crashAt(null);
  await world.chain.faults([]);
  await world.resume();
  let books = await check(world);
  for (let look = 0; look < LOOKS && left(world, books).length > 0; look++) {
    await settle(world);
    // Looks at everything once more when something is not explained.
    await publishReserves(world.services);
    if (look > 1) await world.wait(31);
    books = await check(world);
  }
  await settle(world);
  await publishReserves(world.services);
  books = await check(world);
  expect(left(world, books), "left undone").toEqual([]);
  expect(await reserves(world)).toMatchObject({ status: "matched", difference: "0" });
  // Our own audit, which operators run, must come to the same.
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

/** What is still to be done. */
function left({ view, people, services }: World, books: Books): string[] {
  const addresses = [services.platformWallet.address, ...people.map(({ address }) => address)];
  return [
    ...books.withdrawals.filter(isOpen).map(({ id, state }) => `withdrawal ${id} ${state}`),
    ...books.attempts.filter(isOpen).map(({ signature }) => `attempt ${signature}`),
    ...addresses.flatMap((address) => unbooked(books, view, address)).map((signature) => `not credited: ${signature}`),
  ];
}
