import pino from "pino";
import { describe, expect, it } from "vitest";
import { createSignals, type RunningSignals } from "../signals.ts";
import { createTag, createTestApp, type TestApp } from "../testing.ts";
import { openStream } from "./notifications.support.ts";
import { HAS_REDIS, shareRedis } from "./redis.support.ts";
import { answer, ask } from "./support.ts";

// Against the real redis-server; skipped by name where it isn't installed.

describe.skipIf(!HAS_REDIS)("signals of processes that share Redis", () => {
  const log = pino({ level: "silent" });
  const shared = shareRedis();

  async function startOne(): Promise<RunningSignals> {
    return shared.keep(await createSignals({ REDIS_URL: shared.redis.url }, shared.database.url, log));
  }
  /** Two processes whose subscriptions have reached Redis. */
  async function pair(): Promise<{ from: RunningSignals; heard: Set<string> }> {
    const [from, to] = [await startOne(), await startOne()];
    await subscribed(2);
    const heard = new Set<string>();
    for (const key of ["1", "2", "3"]) to.subscribe("chat", key, () => heard.add(key));
    return { from, heard };
  }
  const subscribed = (processes: number) =>
    expect
      .poll(() => shared.inRedis(async (client) => (await client.pubsub("NUMSUB", "bbux_signals"))[1]))
      .toBe(processes);
  const published = () =>
    shared.inRedis(async (client) =>
      Number(/cmdstat_publish:calls=(\d+)/.exec(await client.info("commandstats"))?.[1] ?? 0),
    );

  it("go through Redis", async () => {
    const { from, heard } = await pair();
    from.publish("chat", ["1"]);
    await expect.poll(() => [...heard]).toEqual(["1"]);
    expect(await published()).toBe(1);
  });

  it("go through PostgreSQL while Redis is killed, and through Redis again when it is back", async () => {
    const { from, heard } = await pair();
    await shared.redis.kill();
    from.publish("chat", ["1"]);
    await expect.poll(() => [...heard]).toEqual(["1"]);
    await shared.redis.start();
    await subscribed(2);
    from.publish("chat", ["2"]);
    await expect.poll(() => [...heard]).toEqual(["1", "2"]);
    await expect
      .poll(async () => {
        from.publish("chat", ["3"]);
        return published();
      })
      .toBeGreaterThan(0);
  });

  it("go through PostgreSQL while Redis doesn't answer", async () => {
    const { from, heard } = await pair();
    shared.redis.freeze();
    for (const key of ["1", "2", "3"]) from.publish("chat", [key]);
    await expect.poll(() => [...heard].sort()).toEqual(["1", "2", "3"]);
  });

  it("reach processes that started while Redis was away", async () => {
    await shared.redis.kill();
    const [from, to] = [await startOne(), await startOne()];
    let heard = 0;
    to.subscribe("chat", "7", () => heard++);
    from.publish("chat", ["7"]);
    await expect.poll(() => heard).toBe(1);
  });

  it("keep open streams going while Redis is away", async () => {
    const apps: TestApp[] = [];
    for (let nth = 0; nth < 2; nth++)
      apps.push(await createTestApp({ database: shared.database, signals: await startOne() }));
    const [one, two] = apps as [TestApp, TestApp];
    await createTag(shared.database, "money");
    const [ada, bob] = [await one.member("ada"), await two.member("bob")];
    const postId = await ask(one, ada, { title: "Far" });
    const stream = await openStream(await one.listen(), ada.headers);
    try {
      await stream.next();
      await shared.redis.kill();
      await answer(two, bob, postId);
      expect(await stream.next()).toMatchObject({ latest: { message: "bob answered “Far”" } });
    } finally {
      stream.close();
      for (const app of apps) await app.close();
    }
  });
});
