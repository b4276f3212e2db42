import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBoss } from "../jobs/jobs.ts";
import { jobsOverview } from "../jobs/overview.ts";

let database: TestDatabase;
let boss: PgBoss;
beforeAll(async () => {
  database = await createTestDatabase();
  boss = createBoss(database.url, 2);
  await boss.start();
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await database.drop();
});

const queueOf = async (name: string) => (await jobsOverview(boss).list()).find((queue) => queue.name === name);

describe("the job statistics for admins", () => {
  it("show waiting, running, finished, and failed jobs with the latest errors, but none of their payloads", async () => {
    await boss.createQueue("mail", { retryLimit: 0 });
    await boss.createQueue("nightly", { policy: "exclusive", retryLimit: 0 });
    await boss.schedule("nightly", "17 3 * * *");
    await boss.createQueue("empty");
    for (let n = 0; n < 7; n++) {
      await boss.send("mail", { email: "ada@example.org", token: "secret-token" });
      const [job] = await boss.fetch("mail");
      const error = new Error(`550 <ada@example.org> refused by https://mail.example/?token=secret-token, try ${n}`);
      if (job) await boss.fail("mail", job.id, error);
    }
    await boss.send("mail", { email: "ada@example.org", token: "secret-token" });
    await boss.send("mail", { email: "ada@example.org", token: "secret-token" });
    await boss.fetch("mail");
    await boss.send("nightly", {});
    const [done] = await boss.fetch("nightly");
    if (done) await boss.complete("nightly", done.id);

    const mail = await queueOf("mail");
    expect(mail).toMatchObject({ schedule: null, waiting: 1, active: 1, failed: 7, lastCompletedAt: null });
    expect(mail?.failures.map(({ message }) => message)).toEqual(
      [6, 5, 4, 3, 2].map((n) => `550 <…@…> refused by … try ${n}`),
    );
    const queues = await jobsOverview(boss).list();
    expect(JSON.stringify(queues)).not.toMatch(/secret-token|ada@/);
    expect(await queueOf("nightly")).toMatchObject({
      schedule: "17 3 * * *",
      waiting: 0,
      failed: 0,
      failures: [],
      lastCompletedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await queueOf("empty")).toMatchObject({ waiting: 0, active: 0, failed: 0, failures: [] });
    expect(queues.map(({ name }) => name)).toEqual(["empty", "mail", "nightly"]);
  });

  it("a scheduled job can be run once more, but not in parallel with itself", async () => {
    expect(await jobsOverview(boss).run("mail")).toBe(false);
    expect(await jobsOverview(boss).run("nightly")).toBe(true);
    expect(await jobsOverview(boss).run("nightly")).toBe(true);
    expect(await queueOf("nightly")).toMatchObject({ waiting: 1 });
  });
});
