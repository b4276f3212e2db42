import type { ChatMessage } from "@bbux/contract";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocalSignals, createSignals, type RunningSignals } from "../signals.ts";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { changes, edit, type Listener, listen, ROOM, read, remove, say } from "./chat.support.ts";
import { ok } from "./support.ts";

// Several servers on one database: listeners everywhere see what one does, in the same order.

let database: TestDatabase;
const signals: RunningSignals[] = [];
const apps: TestApp[] = [];
const listeners: Listener[] = [];
let origins: string[] = [];
let members: TestMember[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  for (let i = 0; i < 2; i++) {
    signals.push(await createSignals({ REDIS_URL: undefined }, database.url, pino({ level: "silent" })));
  }
  for (const each of signals) apps.push(await createTestApp({ database, signals: each }));
  // The third receives no signals from the others, as if every one were lost.
  apps.push(await createTestApp({ database, signals: createLocalSignals() }));
  origins = await Promise.all(apps.map((app) => app.listen()));
  members = [];
  for (const name of ["ada", "bob", "cleo", "dora"]) members.push(await (apps[0] as TestApp).member(name));
});
afterAll(async () => {
  for (const listener of listeners) listener.close();
  for (const app of apps) await app.close();
  for (const each of signals) await each.close();
  await database.drop();
});

function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("The list is empty");
  return item;
}

async function open(app: number, since?: string): Promise<Listener> {
  const headers = at(members, app).headers;
  const listener = await listen(at(origins, app), headers, { input: { roomId: ROOM, ...(since && { since }) } });
  listeners.push(listener);
  return listener;
}

const until = (listener: Listener, last: string) =>
  expect.poll(() => Number(listener.cursor())).toBeGreaterThanOrEqual(Number(last));
const ids = (messages: readonly ChatMessage[]) => messages.map(({ id }) => id);

it("listeners of every process receive the same sequence without gaps or repeats, whenever they joined", {
  tags: "proof",
}, async () => {
  const { cursor: start } = await read(at(apps, 0), at(members, 0));
  const early = [await open(0), await open(0), await open(1), await open(1), await open(2)];
  const joined: Promise<{ listener: Listener; from: string | null }>[] = [];
  const SENDERS = 8;
  const EACH = 16;
  await Promise.all(
    Array.from({ length: SENDERS }, async (_, sender) => {
      for (let i = 0; i < EACH; i++) {
        await say(at(apps, sender + i), at(members, sender), `${sender}:${i}`);
        if (i !== 6 || sender > 3) continue;
        // Halfway through: from the beginning, and from the room's current position.
        joined.push(
          open(sender, sender < 2 ? start : undefined).then((one) => ({
            listener: one,
            from: one.events[1]?.id ?? null,
          })),
        );
      }
    }),
  );
  const { cursor: last, messages: stored } = await changes(at(apps, 0), at(members, 0), start);
  expect(stored.length).toBe(SENDERS * EACH);
  // A sender's own messages stay in order.
  for (let sender = 0; sender < SENDERS; sender++) {
    const own = stored.map(({ content }) => content).filter((content) => content.startsWith(`${sender}:`));
    expect(own).toEqual(Array.from({ length: EACH }, (_, i) => `${sender}:${i}`));
  }
  const middle = await Promise.all(joined);
  for (const listener of [...early, ...middle.map((one) => one.listener)]) await until(listener, last);
  for (const listener of early) expect(ids(listener.messages())).toEqual(ids(stored));
  for (const { listener } of middle) {
    const told = ids(listener.messages());
    expect(told).toEqual(ids(stored).slice(stored.length - told.length));
  }
  const complete = middle.filter(({ listener }) => listener.messages().length === stored.length);
  expect(complete.length).toBeGreaterThanOrEqual(2);
  // Each cursor is ahead of the previous one by the number of messages that came with it.
  for (const listener of early) {
    let known = Number(start);
    for (const { event, id, data } of listener.events) {
      if (event !== "message") continue;
      known += (data as { messages: unknown[] }).messages.length;
      expect(Number(id)).toBe(known);
    }
  }
});

it("a listener that follows all changes ends with the database's state, despite many concurrent edits and removals", {
  tags: "proof",
}, async () => {
  const { cursor: start } = await read(at(apps, 0), at(members, 0));
  const followers = [await open(0), await open(1), await open(2)];
  await Promise.all(
    Array.from({ length: 6 }, async (_, sender) => {
      const as = at(members, sender);
      for (let i = 0; i < 8; i++) {
        const message = await say(at(apps, sender), as, `${sender}:${i}`);
        if (i % 3 === 0) ok(await edit(at(apps, sender + 1), as, message, `${sender}:${i}!`));
        if (i % 4 === 0) ok(await remove(at(apps, sender + 1), as, message));
      }
    }),
  );
  const { cursor: last, messages: stored } = await changes(at(apps, 0), at(members, 0), start);
  for (const listener of followers) {
    await until(listener, last);
    const now = new Map<string, ChatMessage>();
    for (const message of listener.messages()) {
      now.delete(message.id);
      now.set(message.id, message);
    }
    expect([...now.values()]).toEqual(stored);
  }
});

it("a message wakes the listeners at another process, which don't wait for their next periodic check", async () => {
  const room = await database.db
    .selectFrom("chat_rooms")
    .select("id")
    .where("slug", "=", ROOM)
    .executeTakeFirstOrThrow();
  let woken = 0;
  const end = at(signals, 1).subscribe("chat", room.id, () => {
    woken += 1;
  });
  for (let i = 1; i <= 3; i++) {
    await say(at(apps, 0), at(members, 0), `quick ${i}`);
    await expect.poll(() => woken).toBe(i);
  }
  end();
});
