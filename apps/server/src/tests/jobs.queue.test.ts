import { makeCheckpoint, recordOlderPasswordChange, sealLog, storeEmailChange } from "@bbux/api";
import { DAY_MS, HOUR_MS, UNIT } from "@bbux/contract";
import { audit, balanceOf } from "@bbux/ledger";
import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defineJob, noPayload } from "../jobs/define-job.ts";
import { createBoss, type Jobs, startJobs } from "../jobs/jobs.ts";
import type { Mail } from "../mail.ts";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { endDays } from "./closing.support.ts";
import { comment } from "./notifications.support.ts";
import { propose, staker, vote } from "./proposals.support.ts";
import { answer, ask, call, ok } from "./support.ts";
import { startWitness, type TestWitness } from "./transparency.witness.ts";
import { image, sendMedia } from "./uploads.support.ts";

/*
 * Every queue by its name, in the real pg-boss: a job is sent, and its effect shows in the database. What each job does
 * at its limits, and when it is repeated, is tested next to its function.
 */

/** Needs a chain, so the tests of withdrawals send it through the real queue (money.processes, money.crash). */
const ELSEWHERE = ["withdrawals"];

let t: TestApp;
let origin: string;
let boss: PgBoss;
let jobs: Jobs;
const mails: Mail[] = [];
let asker: TestMember;
let ann: TestMember;
let newcomer: TestMember;
let cyd: TestMember;
let leaver: TestMember;
const posts = { won: "", unanswered: "", refused: "", soon: "", asked: "" };
let refundId: string;
let proposalId: string;
let uploaded: string;
let witness: TestWitness;
let before: { asker: bigint; ann: bigint; cyd: bigint; rolledUp: string };

const held = (member: TestMember) => balanceOf(t.database.db, "member", member.id);
const postOf = async (id: string) => ok(await call(t, "GET", `/posts/${id}`)).post;
/** The part of the income that the books have rolled up; postings since then are kept separately. */
async function rolledUp(): Promise<string> {
  const { rows } = await sql<{ balance: string }>`
    select s.balance::text from ledger_snapshots s join ledger_accounts a on a.id = s.account_id
     where a.kind = 'external'`.execute(t.database.ownerDb);
  return rows[0]?.balance ?? "";
}
/** Inserted directly, because the nightly job ends sessions by a clock that these members' tokens don't follow. */
async function rowOf(table: "proposals" | "refund_requests", id: string): Promise<string | undefined> {
  const found = await t.database.ownerDb.selectFrom(table).select("status").where("id", "=", id).executeTakeFirst();
  return found?.status;
}
const expiredSessions = () =>
  t.database.ownerDb.selectFrom("sessions").select("id_hash").where("expires_at", "<", new Date()).execute();

/** A community as it is eight days after its bounties were placed: something is due for every job. */
async function live(): Promise<void> {
  await createTag(t.database, "money");
  await makeCheckpoint(t.services);
  asker = await t.member("asker", { balance: 100n * UNIT });
  ann = await t.member("ann");
  const dora = await t.member("dora");
  await recordOlderPasswordChange(t.database.db, { userId: dora.id, at: t.services.now(), device: null });
  newcomer = await t.member("newcomer", { verified: false });
  leaver = await t.member("leaver", { balance: UNIT });
  const leave = { password: leaver.password, forfeitBalance: true };
  ok(await call(t, "POST", "/auth/delete-account", { as: leaver, body: leave }));
  await endDays(t, leaver);
  const bob = await t.member("bob");
  cyd = await staker(t, "cyd", 600);
  const place = (title: string, bountyDuration = 1) => ask(t, asker, { title, bountyAmount: 2, bountyDuration });
  posts.won = await place("Won");
  posts.unanswered = await place("Xylophones");
  posts.refused = await place("Refused");
  posts.soon = await place("Soon", 9);
  posts.asked = await place("Asked for");
  const answerId = await answer(t, ann, posts.won);
  ok(await call(t, "POST", `/posts/${posts.won}/answers/${answerId}/vote`, { as: bob, body: { value: 1 } }));
  uploaded = (await sendMedia(origin, ann, await image("png"))).body.secure_url;
  ok(await call(t, "PUT", "/notifications/settings", { as: ann, body: { mail: "daily" } }));
  await comment(t, bob, await ask(t, ann, { title: "Told of" }));
  proposalId = await propose(t, cyd);
  ok(await vote(t, cyd, proposalId, "for"));
  t.travel(25 * HOUR_MS);
  const body = { postId: posts.asked, reason: "Nobody answered what I had asked" };
  refundId = ok(await call(t, "POST", "/refund-requests", { as: asker, body })).request.id;
  t.travel(7 * DAY_MS);
  // A refused request has moved this bounty's payout date beyond the week after its end.
  const later = new Date(t.services.now().getTime() + DAY_MS);
  await t.database.ownerDb.updateTable("posts").set({ settles_at: later }).where("id", "=", posts.refused).execute();
  await sql`insert into sessions (id_hash, user_id, family_id, kind, expires_at)
    values ('\x01', ${ann.id}::bigint, gen_random_uuid(), 'bearer', now() - interval '8 days')`.execute(
    t.database.ownerDb,
  );
  await sql`insert into reserve_reports (report, checked_at) values ('{}', now() - interval '2 minutes')`.execute(
    t.database.ownerDb,
  );
  await sql`
    insert into code_attempts (user_id, from_hash, is_own)
    select ${asker.id}::bigint, sha256('somewhere'), false from generate_series(1, 5)`.execute(t.database.ownerDb);
  await storeEmailChange(t.database.db, { userId: asker.id, newEmail: "moved@example.org" }, t.services.now());
  await sealLog(t.services);
  before = { asker: await held(asker), ann: await held(ann), cyd: await held(cyd), rolledUp: await rolledUp() };
}

beforeAll(async () => {
  const log = () => ({ origin: "localhost/log", key: t.wallet.checkpointKey() });
  witness = await startWitness("witness.example", log);
  t = await createTestApp({ env: { LOG_WITNESSES: witness.setting } });
  origin = await t.listen();
  await live();
  boss = createBoss(t.database.url, 2);
  await boss.start();
  // Sent before there is a worker, because a worker polls when it starts, and then only from time to time.
  for (const [name] of EFFECTS) {
    await boss.createQueue(name);
    await boss.send(name, payloadOf(name));
  }
  const { services } = t;
  jobs = await startJobs({
    database: t.database.url,
    works: true,
    db: t.database.jobsDb,
    signals: services.signals,
    media: services.media,
    parameterDefaults: services.parameterDefaults,
    vault: services.vault,
    verifiesEmail: services.verifiesEmail,
    failpoint: services.failpoint,
    platformWallet: services.platformWallet,
    signer: services.signer,
    notes: services.notes,
    sendMail: async (mail) => void mails.push(mail),
    origin: () => "https://bbux.example",
    backup: async () => ({ latest: new Date(0), behindMs: 0 }),
    log: t.app.log,
    now: services.now,
    databaseNow: services.databaseNow,
  });
});
afterAll(async () => {
  await jobs.stop();
  await boss.stop({ graceful: false });
  expect((await audit(t.database.ownerDb)).problems).toEqual([]);
  await t.close();
  await witness.close();
});

const alertedOf = async (subject: string) => {
  const alerts = t.database.db.selectFrom("alerts").select("kind").where("subject", "=", subject);
  return (await alerts.execute()).map(({ kind }) => kind);
};

async function passwordChangesOf(id: string) {
  const changes = t.database.db
    .selectFrom("security_events")
    .select(["device", "created_at"])
    .where("user_id", "=", id);
  return (await changes.where("kind", "=", "password_changed").execute()).map(({ device, created_at: at }) => ({
    device,
    at: at.toISOString(),
  }));
}

function payloadOf(queue: string): object {
  if (queue === "password-reset-mail" || queue === "failed-sign-ins") return { email: asker.email };
  if (queue === "wrong-codes") return { userId: asker.id };
  if (queue === "email-verification-mail") return { userId: newcomer.id };
  if (queue === "email-change-mail") return { userId: asker.id, newEmail: "moved@example.org" };
  if (queue !== "password-changed-mail") return {};
  return { userId: asker.id, at: "2026-11-25T10:00:00.000Z", device: "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0" };
}

/** What exists after the job has run, and didn't before. */
const EFFECTS: readonly (readonly [queue: string, what: string, look: () => Promise<unknown>, wanted: unknown])[] = [
  [
    "password-reset-mail",
    "mails a link to set a new password",
    async () => mails.find(({ subject }) => subject === "Set a new password for BBUX")?.text,
    expect.stringMatching(/https:\/\/bbux\.example\/reset-password\?token=[\w-]{43}/),
  ],
  [
    "email-verification-mail",
    "mails a link that confirms the address",
    async () => mails.find(({ to }) => to === newcomer.email)?.text,
    expect.stringMatching(/https:\/\/bbux\.example\/verify-email\?token=[\w-]{43}/),
  ],
  [
    "failed-sign-ins",
    "tells the member of the failed sign-ins",
    async () => {
      const events = t.database.db.selectFrom("security_events").select(["network", "device"]);
      return events.where("user_id", "=", asker.id).where("kind", "=", "failed_sign_ins").execute();
    },
    [{ network: null, device: null }],
  ],
  [
    "wrong-codes",
    "tells the member of the wrong codes",
    async () => {
      const events = t.database.db.selectFrom("security_events").select(["network", "device"]);
      return events.where("user_id", "=", asker.id).where("kind", "=", "wrong_codes").execute();
    },
    [{ network: null, device: null }],
  ],
  [
    "email-change-mail",
    "mails a link that changes the address, to the new one",
    async () => mails.find(({ to }) => to === "moved@example.org")?.text,
    expect.stringMatching(/https:\/\/bbux\.example\/confirm-email-change\?token=[\w-]{43}/),
  ],
  [
    "password-changed-mail",
    "turns what an older version queued into an event, which is mailed like the others",
    () => passwordChangesOf(asker.id),
    [{ device: "Firefox on Linux", at: "2026-11-25T10:00:00.000Z" }],
  ],
  [
    "security-mails",
    "mails that the password was changed, and how to take the account back",
    async () => mails.find(({ subject }) => subject === "Your password was changed on BBUX")?.text,
    expect.stringContaining("https://bbux.example/forgot-password"),
  ],
  [
    "notify-settlements",
    "announces who will be paid a day from now",
    () => {
      const notices = t.database.ownerDb.selectFrom("settlement_notices").select("answer_id");
      return notices.where("post_id", "=", posts.refused).execute();
    },
    [{ answer_id: null }],
  ],
  [
    "settle-bounties",
    "pays the best answer, gives back what nobody answered, and waits where a refused refund moved the deadline",
    async () => ({
      ann: (await held(ann)) - before.ann,
      asker: (await held(asker)) - before.asker,
      states: await Promise.all(
        [posts.won, posts.unanswered, posts.refused].map(async (id) => (await postOf(id)).bountyStatus),
      ),
    }),
    { ann: 2n * UNIT, asker: 2n * UNIT, states: ["PAID", "REFUNDED", "EXPIRED"] },
  ],
  [
    "pay-rewards",
    "pays each day that is over once, from the treasury",
    async () => {
      const { rows } = await sql<{ days: number; done: number }>`
        select count(*)::int as days, (count(*) filter (where state = 'DONE'))::int as done from reward_days`.execute(
        t.database.ownerDb,
      );
      const { days = 0, done = 0 } = rows[0] ?? {};
      return [days >= 7 && days === done, (await held(cyd)) > before.cyd];
    },
    [true, true],
  ],
  ["close-proposals", "decides what has been voted on", () => rowOf("proposals", proposalId), "PASSED"],
  ["decide-refunds", "decides requests whose time is over", () => rowOf("refund_requests", refundId), "EXPIRED"],
  [
    "bounty-expiring",
    "tells the asker of a bounty that ends within a day",
    async () => {
      const news = t.database.ownerDb.selectFrom("notifications").select("data").where("user_id", "=", asker.id);
      const told = await news.where("kind", "=", "bounty_expiring").execute();
      return told.map(({ data }) => JSON.stringify(data).includes(`/posts/${posts.soon}"`));
    },
    [true],
  ],
  [
    "learn-words",
    "learns the words of titles for the search",
    async () => {
      const words = t.database.db.selectFrom("search_words").select("word");
      return (await words.where("word", "=", "xylophones").execute()).length;
    },
    1,
  ],
  ["ledger-roll-up", "adds up what was posted", async () => (await rolledUp()) !== before.rolledUp, true],
  [
    "watch-reserves-report",
    "alerts operators when there is no report that is fresh",
    async () => await alertedOf("reserves"),
    ["reserves_stale"],
  ],
  ["watch-backup", "alerts operators when the backup is late", async () => await alertedOf("backup"), ["backup_late"]],
  ["remove-expired", "removes sessions that ended a week ago", async () => (await expiredSessions()).length, 0],
  ["close-accounts", "closes an account whose days are over", async () => held(leaver), 0n],
  ["clear-uploads", "removes what nothing shows", async () => (await fetch(origin + uploaded)).status, 404],
  [
    "publish-checkpoint",
    "publishes a signed checkpoint",
    async () => ok(await call(t, "GET", "/transparency/checkpoints")).checkpoints.length,
    2,
  ],
  [
    "cosign-checkpoint",
    "has a witness cosign the latest checkpoint",
    async () => witness.asked.some(({ status }) => status === 200),
    true,
  ],
  [
    "mail-digest",
    "mails what is new and unread to those who asked for it",
    async () => mails.find(({ to }) => to === ann.email)?.subject,
    expect.stringMatching(/^\d+ notifications? on BBUX$/),
  ],
];

it.each(EFFECTS)("%s %s [C1.09 C1.10 C2.012 M4.33 M4.34 M9.12]", async (_queue, _what, look, wanted) => {
  await expect.poll(look).toEqual(wanted);
});

it("every existing queue has its line above, and all but mails run on a schedule [C1.09 C1.10]", async () => {
  const queues = await jobs.overview.list();
  expect(queues.map(({ name }) => name).sort()).toEqual([...EFFECTS.map(([name]) => name), ...ELSEWHERE].sort());
  expect(queues.filter(({ schedule }) => schedule === null).map(({ name }) => name)).toEqual([
    "email-change-mail",
    "email-verification-mail",
    "failed-sign-ins",
    "password-changed-mail",
    "password-reset-mail",
    "wrong-codes",
  ]);
});

it("a run that a process queues for itself starts right away, however rarely it looks", async () => {
  let runs = 0;
  const rare = { name: "rare", payload: noPayload, queue: {}, pollSeconds: 3_600 } as const;
  const job = defineJob({ ...rare, run: async () => ++runs });
  await job.create(boss);
  await job.send(boss, {});
  await job.work(boss, {} as never);
  await expect.poll(() => runs).toBe(1);
  await job.send(boss, {});
  await expect.poll(() => runs).toBe(2);
});
