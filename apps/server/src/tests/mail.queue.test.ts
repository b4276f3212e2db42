import { DEFAULT_PARAMETERS } from "@bbux/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ONE_MAIL } from "../jobs/define-job.ts";
import { createBoss, type Jobs, startJobs } from "../jobs/jobs.ts";
import type { Mail } from "../mail.ts";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";

let t: TestApp;
let jobs: Jobs;
let stuck: TestMember;
const mails: Mail[] = [];
const letGo = Promise.withResolvers<void>();

/** Whose mails are waiting when the first worker comes. */
const crowd: TestMember[] = [];
/** Whose mails are being sent; each is held back until all of them are. */
const together = new Set<string>();
const allTogether = Promise.withResolvers<void>();

beforeAll(async () => {
  t = await createTestApp();
  stuck = await t.member("stuck");
  for (let nth = 0; nth < ONE_MAIL.atOnce; nth++) crowd.push(await t.member(`crowd${nth}`));
  const boss = createBoss(t.database.url, 1);
  await boss.start();
  await boss.createQueue("password-reset-mail");
  for (const { email } of crowd) await boss.send("password-reset-mail", { email });
  await boss.stop({ graceful: false });
  const { services } = t;
  jobs = await startJobs({
    database: t.database.url,
    works: true,
    db: t.database.jobsDb,
    signals: services.signals,
    media: services.media,
    parameterDefaults: DEFAULT_PARAMETERS,
    vault: { seal: () => Buffer.alloc(0), open: () => null },
    verifiesEmail: false,
    failpoint: services.failpoint,
    platformWallet: services.platformWallet,
    signer: services.signer,
    notes: services.notes,
    async sendMail(mail) {
      if (mail.to === stuck.email) await letGo.promise;
      if (mail.to.startsWith("crowd")) {
        together.add(mail.to);
        if (together.size === crowd.length) allTogether.resolve();
        return allTogether.promise;
      }
      if (mail.to.startsWith("refused")) throw new Error("No such mailbox");
      mails.push(mail);
    },
    origin: () => "https://bbux.example",
    backup: async () => null,
    log: t.app.log,
    now: services.now,
    databaseNow: services.databaseNow,
  });
});
afterAll(async () => {
  letGo.resolve();
  allTogether.resolve();
  await jobs.stop();
  await t.close();
});

const request = (email: string) => jobs.enqueue("password-reset-mail", { email });
const mailed = (email: string) => mails.filter(({ to }) => to === email).length;

it("ten mails that are waiting are taken in one run, and sent at the same time", async () => {
  await expect.poll(() => together.size).toBe(10);
});

it("reset mails don't wait for one that the mail server is slow to take, nor for one that it refuses", {
  tags: "proof",
}, async () => {
  const refusedOne = await t.member("refused");
  const others: TestMember[] = [];
  for (let nth = 0; nth < 25; nth++) others.push(await t.member(`other${nth}`));
  await request(stuck.email);
  await request(refusedOne.email);
  for (const { email } of others) await request(email);
  await expect.poll(() => mails.map(({ to }) => to).sort()).toEqual(others.map(({ email }) => email).sort());
  expect(mailed(stuck.email)).toBe(0);
});

it("a flood for one address, however it is spelled, is queued once a minute and delays nobody", async () => {
  const [ada, bob] = [await t.member("ada"), await t.member("bob")];
  for (let nth = 0; nth < 50; nth++) await request(nth % 2 ? ada.email : ada.email.toUpperCase());
  await request(bob.email);
  await expect.poll(() => mailed(bob.email)).toBe(1);
  await expect.poll(() => mailed(ada.email)).toBeGreaterThan(0);
  const queue = (await jobs.overview.list()).find(({ name }) => name === "password-reset-mail");
  expect(queue?.waiting).toBeLessThanOrEqual(2);
  // Two, if a minute ended during the flood.
  expect(mailed(ada.email)).toBeLessThanOrEqual(2);
});
