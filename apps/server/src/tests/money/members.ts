import { setTimeout as sleep } from "node:timers/promises";
import { finishClosings } from "@bbux/api";
import { DAY_MS, formatAmount, SECURITY } from "@bbux/contract";
import { balanceOf } from "@bbux/ledger";
import { sql } from "kysely";
import { expect } from "vitest";
import { z } from "zod";
import { TEST_PASSWORD } from "../../testing.ts";
import { feeNow } from "./governance.ts";
import { freshAddress } from "./outside.ts";
import type { Person, World } from "./world.ts";

/** The statuses the platform may return; 401 for members who have just left. */
const ANSWERS = [200, 202, 400, 401, 403, 404, 409, 422, 503];
/** Caused by the machine's load rather than the platform, so it's retried. */
const BUSY = "SERVICE_UNAVAILABLE";
const CENT = 10_000_000n;
const LATEST = 4;
const LEAST = 1_000_000n;

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly body: unknown;
}

/** An element of a list, for any number. */
export const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(list.length, 1)];

/**
 * Calls the platform like a careful client: with a key, and again under the same key if a crash loses the response.
 */
export async function call(
  world: World,
  person: Person,
  method: "POST" | "GET" | "DELETE",
  url: string,
  payload?: object,
  key = world.nextKey(),
): Promise<Answer> {
  const crashes = world.crashes;
  const headers = { ...person.member.headers, ...(method !== "GET" && { "idempotency-key": key }) };
  const response = await world.t.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  const status = response.statusCode;
  if (status === 500 && world.crashes > crashes) return call(world, person, method, url, payload, key);
  const body: unknown = response.json();
  const code = z.object({ code: z.string() }).safeParse(body).data?.code ?? "";
  if (code === BUSY) {
    await sleep(200);
    return call(world, person, method, url, payload, key);
  }
  expect(ANSWERS, `${method} ${url}: ${response.body}`).toContain(status);
  return { status, code, body };
}

export async function send(world: World, payments: readonly { to: string; lamports: bigint }[]): Promise<void> {
  await world.outside(async () => {
    const { bytes, signature } = world.outsider.pay(payments, await world.truth.latestBlockhash());
    await world.truth.send(bytes);
    world.signatures.push(signature);
  });
}

/** Deposits like the app's own screens: our blockhash, the member's signature, and our relay. */
export async function relay(world: World, person: Person, lamports: bigint): Promise<void> {
  const recent = await call(world, person, "GET", "/wallet/get-blockhash");
  if (recent.status !== 200) return;
  const blockhash = z.object({ blockhash: z.string() }).parse(recent.body);
  const { bytes, signature } = world.outsider.pay([{ to: person.address, lamports }], blockhash);
  const payload = { serializedTransaction: [...bytes] };
  const sent = await call(world, person, "POST", "/wallet/send-transaction", payload);
  if (sent.status !== 422) world.signatures.push(signature);
}

export async function confirm(
  world: World,
  person: Person,
  { which, direct }: { which: number; direct: boolean },
  alone: boolean,
): Promise<void> {
  // One of the latest, because the others are already credited.
  const signature = pick(world.signatures.slice(-LATEST), which);
  if (!signature) return;
  const crashes = world.crashes;
  const { status } = direct
    ? await call(world, person, "POST", "/wallet/confirm-direct-deposit", {
        signature,
        destinationAddress: person.address,
      })
    : await call(world, person, "POST", "/wallet/confirm-deposit", { signature, transactionId: "" });
  if (!alone || world.fault || world.crashes > crashes) return;
  const found = await world.truth.transaction(signature);
  const paid = found !== null && !found.failed && (found.changes.get(person.address) ?? 0n) > 0n;
  // A witness that was asked during a fault rests, and one that sees otherwise has it wait.
  const isCredited = status === 200 || (status === 202 && paid && world.services.witness !== null);
  expect([signature, isCredited]).toEqual([signature, paid]);
}

export async function ask(
  world: World,
  person: Person,
  { cents, days }: { readonly cents: number; readonly days: number },
  alone: boolean,
): Promise<void> {
  const bounty = BigInt(cents) * CENT;
  const before = await balanceOf(world.t.database.db, "member", person.member.id);
  const body = {
    title: "How?",
    content: "Tell me",
    tags: ["money"],
    ...(bounty > 0n && { bountyAmount: formatAmount(bounty), bountyDuration: days }),
  };
  // It changes only between two steps.
  const basisPoints = await feeNow(world);
  const { status, code, body: answered } = await call(world, person, "POST", "/posts", body);
  const fee = (bounty * basisPoints + 9_999n) / 10_000n;
  if (alone)
    expect([code, status === 200]).toEqual(before >= bounty + fee ? ["", true] : ["INSUFFICIENT_BALANCE", false]);
  if (status !== 200) return;
  const { post } = z.object({ post: z.object({ id: z.string() }) }).parse(answered);
  world.posts.push({ id: post.id, author: person, bounty, answers: [] });
  person.community -= bounty + fee;
  world.treasury += fee;
}

export async function answer(world: World, person: Person, which: number): Promise<void> {
  const post = pick(world.posts, which);
  if (!post) return;
  const { status, body } = await call(world, person, "POST", `/posts/${post.id}/answers`, { content: "So." });
  if (status !== 200) return;
  const { answer: given } = z.object({ answer: z.object({ id: z.string() }) }).parse(body);
  post.answers.push({ id: given.id, author: person });
}

export async function accept(world: World, which: number): Promise<void> {
  const post = pick(world.posts, which);
  const given = post && pick(post.answers, which);
  if (!post || !given || post.author.closed) return;
  const { status } = await call(world, post.author, "POST", `/posts/${post.id}/answers/${given.id}/accept`);
  // Nobody is notified about a payment that didn't happen, so the books must confirm it.
  if (status === 200 && post.bounty > 0n) post.paidTo = given.id;
}

export async function remove(world: World, which: number): Promise<void> {
  const post = pick(world.posts, which);
  if (!post || post.author.closed) return;
  const { status } = await call(world, post.author, "DELETE", `/posts/${post.id}`);
  if (status === 200 && post.bounty > 0n) post.returned = true;
}

export async function withdraw(
  world: World,
  person: Person,
  { percent, twice }: { percent: number; twice: boolean },
  alone: boolean,
): Promise<void> {
  const balance = await balanceOf(world.t.database.db, "member", person.member.id);
  const share = (balance * BigInt(percent)) / 100n;
  const amount = share < LEAST ? LEAST : share;
  const destination = freshAddress();
  const body = { amount: formatAmount(amount), destinationAddress: destination };
  const key = world.nextKey();
  const repeats = Array.from({ length: twice ? 2 : 1 }, () =>
    call(world, person, "POST", "/wallet/withdraw", body, key),
  );
  const answers = await Promise.all(repeats);
  const asked = z.object({ transactionId: z.string() });
  const ids = new Set(
    answers.filter(({ status }) => status === 200).map((each) => asked.parse(each.body).transactionId),
  );
  expect(ids.size, "one request, one withdrawal").toBeLessThanOrEqual(1);
  for (const id of ids) world.asked.push({ id, person, amount, destination });
  const [first] = answers;
  if (!alone || first?.code === "WITHDRAWAL_LIMIT") return;
  expect([balance, amount, first?.code]).toEqual([balance, amount, amount <= balance ? "" : "INSUFFICIENT_BALANCE"]);
}

export async function close(world: World, person: Person, forfeit: boolean): Promise<void> {
  const payload = { password: TEST_PASSWORD, forfeitBalance: forfeit };
  const { status, body } = await call(world, person, "POST", "/auth/delete-account", payload);
  if (status !== 200) return;
  person.closed = true;
  const { closesAt } = z.object({ closesAt: z.string().nullable() }).parse(body);
  person.closesAt = closesAt === null ? null : world.services.now().getTime() + SECURITY.closingDays * DAY_MS;
}

/**
 * Closes the accounts for good whose days are over by the world's clock, which the database's, by which it happens, doesn't follow.
 * @param attempt tolerates the world's faults
 */
export async function finishDue(world: World, attempt: (work: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const now = world.services.now().getTime();
  const due = world.people.filter(({ closesAt }) => closesAt !== null && closesAt <= now);
  if (due.length === 0) return;
  const { ownerDb } = world.t.database;
  const ids = due.map(({ member }) => member.id);
  await sql`update users set closes_at = clock_timestamp() where id = any(${ids}::bigint[]) and closes_at is not null`.execute(
    ownerDb,
  );
  await attempt(() => finishClosings(world.services));
  const { rows } = await sql<{ id: string }>`
    select id::text as id from users where id = any(${ids}::bigint[]) and deleted_at is not null`.execute(ownerDb);
  for (const person of due) if (rows.some(({ id }) => id === person.member.id)) person.closesAt = null;
}

export async function nudge(world: World, which: number): Promise<void> {
  const asked = pick(world.asked, which);
  if (!asked || asked.person.closed) return;
  await call(world, asked.person, "POST", "/wallet/process-withdrawal", { transactionId: asked.id });
}
