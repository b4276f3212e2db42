import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connect, type Database } from "./connect.ts";
import { databaseUrls, LOGINS, LoginError, ROLES } from "./logins.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { asOwner, waitForLocks } from "./testing.ts";

describe("an owner who may not create roles", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const server = inject("testServerUrl");
  const urlOf = (user: string) => {
    const url = new URL(server);
    url.pathname = `/${name}`;
    url.username = user;
    url.password = "a-password";
    return url.href;
  };
  const given = { app: urlOf(`${name}_app`), jobs: urlOf(`${name}_jobs`), read: urlOf(`${name}_read`) };

  beforeAll(() =>
    asOwner(server, async (client) => {
      await client.query(`create role ${name} login password 'a-password'`);
      await client.query(`grant bbux_app, bbux_jobs to ${name}`);
      for (const login of LOGINS)
        await client.query(`create role ${name}_${login} login password 'a-password' in role ${ROLES[login]}`);
      await client.query(`create database ${name} owner ${name}`);
    }),
  );
  afterAll(() =>
    asOwner(server, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
      for (const role of [name, ...LOGINS.map((login) => `${name}_${login}`)]) await client.query(`drop role ${role}`);
    }),
  );

  it("is told what an administrator has to run, and nothing is migrated", async () => {
    const refused = migrate(urlOf(name));
    await expect(refused).rejects.toThrow(LoginError);
    await expect(refused).rejects.toThrow(
      new RegExp(`user ${name} may not create .*\\n[^]*create role bbux_jobs login password[^]*DATABASE_JOBS_URL=`),
    );
    await asOwner(urlOf(name), async (client) => {
      expect((await client.query("select to_regclass('users') as users")).rows).toEqual([{ users: null }]);
    });
  });

  it("migrates with logins that an administrator made, and they work", async () => {
    const url = databaseUrls(urlOf(name), { given });
    expect(await migrate(url)).toEqual(Object.keys(migrations));
    const dbs = LOGINS.map((as) => connect({ url, as, max: 1 }));
    const [app, jobs] = dbs;
    try {
      for (const [nth, db] of dbs.entries()) {
        const { rows } = await sql`select current_user::text as role, (select count(*) from posts) as posts`.execute(
          db,
        );
        expect(rows).toEqual([{ role: `${name}_${LOGINS[nth]}`, posts: "0" }]);
      }
      if (jobs) await sql`create table pgboss.own (id int)`.execute(jobs);
      // What the payments' safety rests on works without a superuser, too.
      if (app)
        expect((await sql<{ id: string }>`select books_identity() as id`.execute(app)).rows[0]?.id).toMatch(/^\d+\//);
    } finally {
      await Promise.all(dbs.map((db) => db.destroy()));
    }
  });

  it("is told which of the logins doesn't work", async () => {
    const wrong = { ...given, jobs: given.jobs.replace("a-password", "another") };
    await expect(migrate(databaseUrls(urlOf(name), { given: wrong }))).rejects.toThrow(
      /DATABASE_JOBS_URL doesn't work: password authentication failed/,
    );
  });
});

it("explains why if the database can't be reached", async () => {
  await expect(migrate("postgresql://nobody@127.0.0.1:1/none")).rejects.toThrow(/not be migrated: .*ECONNREFUSED/);
});

it("migrates to the schema of an older backup, which lacks what later migrations add", { tags: "proof" }, async () => {
  await onNewDatabase(async (url) => {
    expect((await migrate(url, { last: "042_ledger_rules" })).at(-1)).toBe("042_ledger_rules");
    expect((await migrate(url)).at(-1)).toBe(Object.keys(migrations).at(-1));
  });
});

it("logs every posting of processes that run the version before the log while it migrates", {
  tags: "proof",
}, async () => {
  await onNewDatabase(async (url, owner) => {
    const migrator = new Migrator({ db: owner, provider: { getMigrations: async () => migrations } });
    expect((await migrator.migrateTo("035_moderation")).error).toBeUndefined();
    const deposit = (db: Database, cause: string) =>
      sql`select ledger_post('deposit', ${cause}, ${`deposit:${cause}`}, 'Deposit', '{}', array['external', 'member'],
                             array['solana', ${cause}::text], array[-5, 5]::bigint[])`.execute(db);
    await deposit(owner, "before");
    const inFlight = await owner.startTransaction().execute();
    await deposit(inFlight, "in flight");
    // Later ones refuse a deposit that nothing backs.
    const migrated = migrate(url, { last: "053_totals" });
    await waitForLocks(owner, 1);
    const late = deposit(owner, "late");
    await waitForLocks(owner, 2);
    await inFlight.commit().execute();
    await Promise.all([migrated, late]);

    const { rows } = await sql<{ cause: string; lines: number; kept: string }>`
      select t.cause, (select count(*)::int from transparency_log l where l.transfer_id = t.id) as lines,
             (select sum(total) from (select total from ledger_totals where kind = 'member'
                union all select (changes ->> 'member')::numeric from transparency_pending) k)::text as kept
        from ledger_transfers t order by t.id`.execute(owner);
    expect(rows).toEqual(["before", "in flight", "late"].map((cause) => ({ cause, lines: 1, kept: "15" })));
  });
});

it("brings along whom suspense was assigned to, which older releases kept as prose only", {
  tags: "proof",
}, async () => {
  await onNewDatabase(async (url) => {
    await migrate(url, { last: "059_new_admins" });
    const assigned = await asOwner(url, async (client) => {
      const post = (kind: string, cause: string, accounts: string, owners: string) =>
        client.query(
          `select ledger_post('${kind}', '${cause}', '${kind} ${cause}', 'x', '{}', '${accounts}', '${owners}', '{-5,5}')`,
        );
      await client.query("insert into users (id, username, solana_address) values (7, 'anna', 'a')");
      await client.query("begin");
      await client.query(`
        insert into suspense_items (id, signature, address, amount, slot, reason, resolution, resolved_at)
        select id, 's' || id, 'a', 5, 1, 'unknown_sender', 'as prose', now() from unnest(array[8, 9]) as id`);
      for (const id of [8, 9]) await post("deposit_unclaimed", `s${id}:a`, "{external,suspense}", `{solana,${id}}`);
      await post("suspense_assigned", "8", "{suspense,member}", "{8,7}");
      await post("float_recorded", "9", "{suspense,equity}", "{9,operator}");
      await client.query("commit");
      await migrate(url);
      return client.query("select id::text, assigned_to::text as to from suspense_items order by id");
    });
    expect(assigned.rows).toEqual([
      { id: "8", to: "7" },
      { id: "9", to: null },
    ]);
  });
});

it("counts what established members gave before there was a rule for it, starting from staff", {
  tags: "proof",
}, async () => {
  await onNewDatabase(async (url, owner) => {
    expect(await migrate(url, { last: "080_unknown_anchors" })).toContain("080_unknown_anchors");
    // Members 1 to 6 are staff, 11 and 12 have an answer each that staff upvoted, 12 only that of one person; 13 is new.
    await sql`
      insert into users (id, username, email, solana_address, role, created_at)
      select n, 'member' || n, n || '@x.org', 'address' || n, case when n <= 6 then 'moderator' else 'user' end,
             now() - case when n = 13 then interval '6 days' else interval '60 days' end from generate_series(1, 14) n`.execute(
      owner,
    );
    await sql`insert into posts (id, author_id, title, content, excerpt) values (100, 11, 'How?', 'Tell me', 'Tell me')`.execute(
      owner,
    );
    await sql`
      insert into answers (id, post_id, author_id, content)
      values (201, 100, 11, 'So'), (202, 100, 11, 'So'), (203, 100, 12, 'Or so'), (204, 100, 13, 'No'), (205, 100, 13, 'No'),
             (206, 100, 14, 'I see'), (207, 100, 14, 'I see'), (208, 100, 14, 'I see')`.execute(owner);
    const upvote = (voters: number[], targets: number[]) =>
      sql`insert into votes (voter_id, target_id, target_kind, value)
          select v, t, 'answer', 1 from unnest(${voters}::bigint[]) v, unnest(${targets}::bigint[]) t`.execute(owner);
    await upvote([1, 2, 3, 4, 5, 6], [201, 202, 204, 205]);
    await upvote([1], [203]);
    // 11 is established by now, so its votes count; those of 12 and 13 don't.
    await upvote([11, 12, 13], [206, 207, 208]);
    await migrate(url);
    const { rows } = await sql<{ member: string; points: number }>`
      select id::int as member, trusted_points as points from users where id > 10 order by id`.execute(owner);
    expect(rows).toEqual([
      { member: 11, points: 60 },
      { member: 12, points: 5 },
      { member: 13, points: 60 },
      { member: 14, points: 10 },
    ]);
    const { rows: voters } = await sql<{ voter: number }>`
      select distinct voter_id::int as voter from votes where established order by voter`.execute(owner);
    expect(voters.map(({ voter }) => voter)).toEqual([1, 2, 3, 4, 5, 6, 11]);
  });
});

it("queues texts for rendering that were written before there was a renderer", { tags: "proof" }, async () => {
  await onNewDatabase(async (url, owner) => {
    await migrate(url, { last: "146_setup_links" });
    await sql`insert into users (id, username, email, solana_address) values (1, 'ann', 'ann@x.org', 'address')`.execute(
      owner,
    );
    await sql`insert into posts (id, author_id, title, content, excerpt) values (100, 1, 'How?', 'Tell me', 'Tell me')`.execute(
      owner,
    );
    await sql`insert into answers (id, post_id, author_id, content) values (201, 100, 1, 'So')`.execute(owner);
    await sql`insert into comments (id, post_id, author_id, content) values (301, 100, 1, 'I see')`.execute(owner);
    await migrate(url);
    const { rows } = await sql`select target_id::int as id, kind from rendering_queue order by target_id`.execute(
      owner,
    );
    expect(rows).toEqual([
      { id: 100, kind: "post" },
      { id: 201, kind: "answer" },
      { id: 301, kind: "comment" },
    ]);
  });
});

it("takes refunds that were asked for before there were objections for what they are, one for each bounty", {
  tags: "proof",
}, async () => {
  await onNewDatabase(async (url, owner) => {
    await migrate(url, { last: "120_verified_email" });
    await sql`insert into users (id, username, solana_address) values (7, 'anna', 'a'), (8, 'ben', 'b')`.execute(owner);
    await sql`
      insert into posts (id, author_id, title, content, excerpt)
      select n, 7, 'How?', 'Tell me', 'Tell me' from unnest(array[100, 101]) n`.execute(owner);
    await sql`insert into answers (id, post_id, author_id, content) values (200, 101, 8, 'So'), (201, 101, 8, 'Or so')`.execute(
      owner,
    );
    const columns = sql.raw("post_id, user_id, reason, amount, required_votes, created_at, updated_at, expires_at");
    const request = sql`7, 'Nobody knew', 5, 1, now(), now(), now() + interval '1 day'`;
    await sql`insert into refund_requests (${columns}) values (100, ${request})`.execute(owner);
    await migrate(url);
    const kept = await sql`select post_id::int as post, kind, answer_id from refund_requests`.execute(owner);
    expect(kept.rows).toEqual([{ post: 100, kind: "REQUEST", answer_id: null }]);
    const ask = sql`insert into refund_requests (${columns}) values (100, ${request})`;
    const object = (answer: number) =>
      sql`insert into refund_requests (kind, answer_id, ${columns}) values ('OBJECTION', ${answer}, 101, ${request})`.execute(
        owner,
      );
    await expect(ask.execute(owner)).rejects.toThrow("refund_requests_");
    await object(200);
    await expect(object(201)).rejects.toThrow("refund_requests_one_vote");
    const decide = (status: string) =>
      sql`update refund_requests set status = ${status}, decided_at = now() where answer_id = 200`.execute(owner);
    await decide("REJECTED");
    await expect(object(200)).rejects.toThrow("refund_requests_subject");
    await expect(decide("COMPLETED")).rejects.toThrow("refund_requests");
    await object(201);
  });
});

it("counts the addresses of members as confirmed who have been back since they signed up, and of the demo's", {
  tags: "proof",
}, async () => {
  await onNewDatabase(async (url, owner) => {
    expect(await migrate(url, { last: "110_established" })).toContain("110_established");
    const names = ["new", "imported", "session", "bearer", "visitor", "first_day", "gone"];
    await sql`
      insert into users (id, username, email, password_hash, solana_address, created_at)
      select n, name, case when name <> 'imported' then name || '@x.org' end, case when name <> 'imported' then 'hash' end, name,
             now() - interval '60 days' from unnest(${names}::text[]) with ordinality as member (name, n)`.execute(
      owner,
    );
    await sql`update users set deleted_at = now() where username = 'gone'`.execute(owner);
    await sql`
      insert into sessions (id_hash, user_id, family_id, kind, expires_at, created_at)
      select ('\\x0' || u.id)::bytea, u.id, gen_random_uuid(), 'cookie', now(), case username when 'new' then created_at else now() end
        from users u where username in ('new', 'session', 'gone')`.execute(owner);
    await sql`
      insert into refresh_tokens (token_hash, user_id, family_id, expires_at)
      select '\\x01', id, gen_random_uuid(), now() from users where username = 'bearer'`.execute(owner);
    await sql`
      insert into reputation_events (user_id, action, points, created_at)
      select id, 'DAILY_LOGIN', 1, created_at + case username when 'visitor' then interval '2 days' else interval '1 minute' end
        from users where username in ('visitor', 'first_day')`.execute(owner);
    await migrate(url);
    const { rows } = await sql<{ username: string }>`
      select username from users where email_verified_at is not null order by username`.execute(owner);
    expect(rows.map(({ username }) => username)).toEqual(["bearer", "session", "visitor"]);
  });
});

it("dates chains of refresh tokens by the oldest that is left of each, and ends them 90 days after that", {
  tags: "proof",
}, async () => {
  await onNewDatabase(async (url, owner) => {
    await migrate(url, { last: "150_reopened_sweeps" });
    await sql`insert into users (id, username, solana_address) values (7, 'anna', 'a')`.execute(owner);
    const [old, young] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
    await sql`
      insert into sessions (id_hash, user_id, family_id, kind, expires_at, created_at)
      values ('\x01', 7, ${old}, 'cookie', now(), '2026-09-01Z'), ('\x02', 7, ${old}, 'bearer', now(), '2026-11-20Z')`.execute(
      owner,
    );
    await sql`
      insert into refresh_tokens (token_hash, user_id, family_id, expires_at)
      values ('\x01', 7, ${old}, '2026-12-20Z'), ('\x02', 7, ${young}, '2026-12-10Z'), ('\x03', 7, ${young}, '2026-12-20Z')`.execute(
      owner,
    );
    await migrate(url);
    const { rows } = await sql<{ began: string; ends: string }>`
      select to_char(began_at at time zone 'UTC', 'MM-DD') as began, to_char(expires_at at time zone 'UTC', 'MM-DD') as ends
        from refresh_tokens order by token_hash`.execute(owner);
    expect(rows).toEqual([
      { began: "09-01", ends: "11-30" },
      { began: "11-10", ends: "12-10" },
      { began: "11-10", ends: "12-20" },
    ]);
    const { rows: sessions } = await sql`select from sessions where created_at = '2026-09-01Z'`.execute(owner);
    expect(sessions).toHaveLength(2);
  });
});

it("computes excerpts again that older releases dropped code from, however many, and leaves others alone", {
  tags: "proof",
}, async () => {
  await onNewDatabase(async (url, owner) => {
    await migrate(url, { last: "135_openid_logins" });
    await sql`insert into users (id, username, solana_address) values (7, 'anna', 'a')`.execute(owner);
    await sql`
      insert into posts (id, author_id, title, content, excerpt)
      select n, 7, 'How?', 'I built it as a \`<div onClick>\` with a **knob**', 'I built it as a with a knob'
        from generate_series(1, 1200) n
      union all values (1201, 7, 'How?', 'Tell me', 'As it was'), (1202, 7, 'How?', 'A \\<b> and \`c\`', 'A <b> and c')`.execute(
      owner,
    );
    await migrate(url);
    const { rows } = await sql<{ excerpt: string; posts: number }>`
      select excerpt, count(*)::int as posts from posts group by excerpt order by min(id)`.execute(owner);
    expect(rows).toEqual([
      { excerpt: "I built it as a <div onClick> with a knob", posts: 1_200 },
      { excerpt: "As it was", posts: 1 },
      { excerpt: "A <b> and c", posts: 1 },
    ]);
  });
});

/** Runs with the URL of a new, empty database, and a pool of its owner. Dropped in the end. */
async function onNewDatabase(run: (url: string, owner: Database) => Promise<void>): Promise<void> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const server = inject("testServerUrl");
  await asOwner(server, (client) => client.query(`create database ${name}`));
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const owner = connect({ url, as: "owner", max: 5 });
  try {
    await run(url, owner);
  } finally {
    await owner.destroy();
    await asOwner(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  }
}
