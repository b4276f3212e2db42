import type { Database } from "@bbux/db";
import { audit } from "@bbux/ledger";
import { type Books, isOpen, readBooks, sum, totalOf } from "./books.ts";
import type { ChainView, Landed } from "./chain-view.ts";

/** Problems as sentences; empty if all is well. */
export type Problems = string[];

/**
 * Everything that must hold whenever nothing is being written, wherever a process may have died: the ledger's own audit; credits
 * against deposits, transaction by transaction; payments against requests; and the chain's holdings against liabilities, except for
 * what has landed but isn't booked yet. Apart from the ledger's audit, none of this uses the platform's code.
 */
export async function examine(
  db: Database,
  view: ChainView,
  hot: string,
): Promise<{ books: Books; problems: Problems }> {
  // The books first, because what they say must be on the chain by now.
  const [books, ledger] = [await readBooks(db), await audit(db)];
  const platform = new Set([hot, ...[...books.wallets, ...books.cold].map(({ address }) => address)]);
  view.follow(platform);
  await view.refresh(books.withdrawals.map(({ destination }) => destination));
  const facts: Facts = { books, view, hot, platform };
  const problems = [
    ...ledger.problems.map(({ finding, subject, detail }) => `audit: ${finding} ${subject} (${detail})`),
    ...credits(facts),
    ...payments(facts),
    ...attempts(facts),
    ...holds(facts),
    ...float(facts),
    ...addresses(facts),
    ...coldWallets(facts),
    ...reserves(facts),
  ];
  return { books, problems };
}

interface Facts {
  readonly books: Books;
  readonly view: ChainView;
  readonly hot: string;
  readonly platform: ReadonlySet<string>;
}

/** Every credit matches a deposit exactly and happens once. */
function* credits({ books, view, hot }: Facts): Generator<string> {
  const seen = new Set<string>();
  for (const { signature, address, amount } of [...books.deposits, ...books.suspense]) {
    const key = `${signature} at ${address}`;
    if (seen.has(key)) yield `credited twice: ${key}`;
    seen.add(key);
    const landed = view.transactions.get(signature);
    const came = landed && !landed.failed ? landed.changes.get(address) : undefined;
    if (came !== amount) yield `credited ${amount}, came ${came ?? "nothing"}: ${key}`;
  }
  for (const { signature, amount } of books.fundings) {
    const came = view.transactions.get(signature)?.changes.get(hot);
    if (came !== amount) yield `funded ${amount}, came ${came ?? "nothing"}: ${signature}`;
  }
}

/** Each withdrawal has its own destination, whose balance is what was paid. */
function* payments({ books, view }: Facts): Generator<string> {
  for (const { id, state, net, destination } of books.withdrawals) {
    const landed = books.attempts.filter(
      (attempt) =>
        attempt.withdrawal === id && !attempt.cancels && view.transactions.get(attempt.signature)?.failed === false,
    );
    if (landed.length > 1) yield `withdrawal ${id} was paid ${landed.length} times`;
    const wanted = landed.length > 0 ? net : 0n;
    const got = view.balance(destination);
    if (got !== wanted) yield `withdrawal ${id} (${state}) should have paid ${wanted}, ${got} arrived`;
    if (state === "FINALIZED" && landed.length === 0) yield `withdrawal ${id} is FINALIZED and nothing landed`;
    if (state === "REFUNDED" && landed.length > 0) yield `withdrawal ${id} was given back and paid`;
  }
}

/** Everything that left was stored first, and every attempt's state matches the chain. */
function* attempts({ books, view, hot }: Facts): Generator<string> {
  const known = new Map(books.attempts.map((attempt) => [attempt.signature, attempt]));
  for (const { signature, feePayer } of view.transactions.values()) {
    if (feePayer === hot && !known.has(signature)) yield `${signature} was sent and never stored`;
  }
  const open = new Map<string, string | null>();
  for (const { signature, state, withdrawal, sweep, cold, creates, nonce } of books.attempts) {
    const landed = view.transactions.get(signature);
    const succeeded = state === "FINALIZED" || state === "CANCELED";
    if (succeeded && landed?.failed !== false) yield `${signature} is ${state} and has not landed`;
    if (state === "FAILED" && landed?.failed !== true) yield `${signature} is FAILED and has not failed`;
    if (state === "EXPIRED" && landed) yield `${signature} was given up and has landed`;
    if (!isOpen({ state })) continue;
    // Two that may both land.
    const subject = `${withdrawal ?? ""}/${sweep ?? ""}/${cold ?? ""}/${creates ?? ""}`;
    if (open.has(subject) && (nonce === null || open.get(subject) !== nonce))
      yield `two attempts of ${subject} are open`;
    open.set(subject, nonce);
  }
}

/** Holds equal open withdrawals plus the possible cost of open attempts. */
function* holds({ books }: Facts): Generator<string> {
  const held = sum(books.withdrawals.filter(isOpen).map(({ amount }) => amount));
  const fees = sum(books.attempts.filter(isOpen).map(({ fee }) => fee));
  const holds = totalOf(books, "hold");
  if (holds !== held + fees) yield `${holds} is held, for withdrawals of ${held} and fees of ${fees}`;
}

/** The operator's float paid the network, and nobody else did. */
function* float({ books, view, hot }: Facts): Generator<string> {
  const paid = sum(
    books.attempts.map((each) => {
      const landed = isOpen(each) ? undefined : view.transactions.get(each.signature);
      // Creating a nonce account costs its rent, too.
      return (each.creates === null ? landed?.fee : -(landed?.changes.get(hot) ?? 0n)) ?? 0n;
    }),
  );
  const reserved = sum(books.attempts.filter(isOpen).map(({ fee }) => fee));
  const given = sum(books.fundings.map(({ amount }) => amount));
  const back = sum(books.movements.map(({ fee }) => fee));
  const equity = totalOf(books, "equity");
  if (equity !== given - paid - back - reserved)
    yield `the float is ${equity}: ${given} given, ${paid} paid, ${back} paid by cold wallets, ${reserved} reserved`;
}

/** An address's recorded balance is what was credited there less what was swept. */
function* addresses({ books }: Facts): Generator<string> {
  for (const { address, booked } of books.wallets) {
    const here = <T extends { address: string }>(list: readonly T[]) => list.filter((each) => each.address === address);
    const came = sum([...here(books.deposits), ...here(books.suspense)].map(({ amount }) => amount));
    const back = sum(books.movements.map(({ to, paid }) => (to === address ? paid : 0n)));
    const swept = sum(here(books.sweeps).map(({ amount, state }) => (state === "DONE" ? amount : 0n)));
    if (booked !== came + back - swept) yield `${address}: ${booked} booked, ${came + back} came, ${swept} swept`;
  }
}

/** What a cold wallet holds by the books is what landed there, each transaction once, and each move of the platform's landed once. */
function* coldWallets({ books, view }: Facts): Generator<string> {
  const seen = new Set<string>();
  for (const { address, amount, signature, transfer } of books.movements) {
    const came = view.transactions.get(signature ?? "")?.changes.get(address);
    if (came !== amount) yield `cold wallet ${address}: ${amount} booked, ${came ?? "nothing"} came by ${signature}`;
    if (transfer !== null && seen.has(transfer)) yield `move ${transfer} was made twice`;
    if (transfer !== null) seen.add(transfer);
  }
  for (const { address, booked } of books.cold) {
    const moved = sum(books.movements.map((each) => (each.address === address ? each.amount : 0n)));
    if (booked !== moved) yield `cold wallet ${address} has ${booked} by the books, ${moved} moved`;
  }
}

/** The chain's holdings equal liabilities plus what has landed but isn't booked. */
function* reserves({ books, view, platform }: Facts): Generator<string> {
  const effect = (landed: Landed) => sum([...platform].map((address) => landed.changes.get(address) ?? 0n));
  const onChain = sum([...platform].map((address) => view.balance(address)));
  const all = sum([...view.transactions.values()].map(effect));
  if (onChain !== all) yield `the chain holds ${onChain}, its transactions come to ${all}`;
  const owed = -totalOf(books, "external");
  const inFlight = all - sum([...view.transactions.values()].map((landed) => booked(books, landed, effect)));
  if (onChain !== owed + inFlight) yield `the chain holds ${onChain}, owed are ${owed}, in flight ${inFlight}`;
}

/** The booked part of a transaction's effect. */
function booked(books: Books, landed: Landed, effect: (landed: Landed) => bigint): bigint {
  const { signature } = landed;
  const attempt = books.attempts.find((each) => each.signature === signature);
  if (attempt) return isOpen(attempt) ? 0n : effect(landed);
  if (books.movements.some((each) => each.signature === signature)) return effect(landed);
  const arrivals = [...books.deposits, ...books.suspense, ...books.fundings];
  return sum(arrivals.flatMap((arrival) => (arrival.signature === signature ? [arrival.amount] : [])));
}

/** Signatures of deposits to an address that aren't booked, without the platform's own transactions. */
export function unbooked(books: Books, view: ChainView, address: string): string[] {
  const known = new Set([
    ...[...books.deposits, ...books.suspense].filter((each) => each.address === address).map((each) => each.signature),
    ...[...books.attempts, ...books.fundings, ...books.movements].map(({ signature }) => signature),
  ]);
  return [...view.transactions.values()]
    .filter(({ failed, changes, signature }) => !failed && (changes.get(address) ?? 0n) > 0n && !known.has(signature))
    .map(({ signature }) => signature);
}

/** What is still to be done, as sentences: open payments, and deposits to these addresses that aren't booked. */
export function left(books: Books, view: ChainView, addresses: readonly string[]): string[] {
  return [
    ...books.withdrawals.filter(isOpen).map(({ id, state }) => `withdrawal ${id} ${state}`),
    // One that waits for a nonce account has no attempt.
    ...books.sweeps.filter(({ state }) => state === "OPEN").map(({ id }) => `sweep ${id} OPEN`),
    ...books.attempts
      .filter(isOpen)
      .map(
        ({ signature, state, cancels, nonce, ...of }) =>
          `attempt ${signature} ${state}${cancels ? ", cancels" : ""}, of ${subjectOf(books, of)}, on ${nonce}`,
      ),
    ...addresses.flatMap((address) => unbooked(books, view, address)).map((signature) => `not credited: ${signature}`),
    ...books.cold
      .filter(({ address, booked }) => view.balance(address) !== booked)
      .map(({ address, booked }) => `cold wallet ${address} holds ${view.balance(address)}, booked ${booked}`),
  ];
}

/** What an attempt pays or does, and how far it is. */
function subjectOf(
  books: Books,
  { withdrawal, sweep, cold, creates }: Pick<Books["attempts"][number], "withdrawal" | "sweep" | "cold" | "creates">,
): string {
  const stateIn = (list: readonly { readonly id: string; readonly state: string }[], id: string) =>
    list.find((each) => each.id === id)?.state;
  if (withdrawal !== null) return `withdrawal ${withdrawal} ${stateIn(books.withdrawals, withdrawal)}`;
  if (sweep !== null) return `sweep ${sweep} ${stateIn(books.sweeps, sweep)}`;
  return cold === null ? `nonce account ${creates}` : `cold transfer ${cold}`;
}

/** What a member has bought less what they sold, or are selling: their balance, but for what they did with it on the platform. */
export function boughtAndSold(books: Books, user: string): bigint {
  const own = <T extends { user: string }>(list: readonly T[]) => list.filter((each) => each.user === user);
  return (
    sum(own(books.deposits).map(({ amount }) => amount)) -
    sum(own(books.withdrawals).map(({ state, amount }) => (state === "REFUNDED" ? 0n : amount)))
  );
}
