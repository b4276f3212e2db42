import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS, HOUR_MS } from "@bbux/contract";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sampled } from "@bbux/db/testing/form";
import { deposit } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { awkwardDump } from "./import/testing.ts";
import { createProgram } from "./program.ts";

let base: TestDatabase;
const dataDir = mkdtempSync(join(tmpdir(), "bbux-cli-"));
beforeAll(async () => {
  base = await createTestDatabase();
  for (const username of ["ada", "bob"]) {
    await base.ownerDb.insertInto("users").values({ username, solana_address: username }).execute();
  }
});
afterAll(() => base.drop());

/** Runs one command as the shell would. @returns its output */
function run(...args: string[]): Promise<{ out: string; err: string }> {
  return runOn(base.url, [], args);
}

/** Same for another database; its output is in `out` even if it fails. */
async function runOn(url: string, out: string[], args: string[]): Promise<{ out: string; err: string }> {
  const err: string[] = [];
  const program = createProgram({
    environment: { DATABASE_URL: url, DATA_DIR: dataDir },
    console: { out: (line) => out.push(line), err: (line) => err.push(line) },
    terminal: { write: (text) => err.push(text) },
  });
  await program.parseAsync(args, { from: "user" });
  return { out: out.join("\n"), err: err.join("\n") };
}

/** With the database's own user in place of a login, whose connections are refused. */
const withWrong = (login: "APP" | "READ", line: string) =>
  createProgram({
    environment: { DATABASE_URL: base.url, DATA_DIR: dataDir, [`DATABASE_${login}_URL`]: base.url },
    console: { out: () => undefined, err: () => undefined },
    terminal: { write: () => undefined },
  }).parseAsync(line.split(" "), { from: "user" });

describe("a command works under the login that it needs: ", () => {
  it.each(
    sampled(
      [
        ...["check-books", "check-counters", "alerts", "suspense list", "tags list", "rooms list", "parameters list"],
        ...["withdrawals status", "withdrawals waiting", "deposits waiting"],
      ],
      3,
    ),
  )("%s as one that only reads", async (line) => {
    await expect(withWrong("READ", line)).rejects.toThrow("It needs the rights of bbux_read and no others");
    await withWrong("APP", line).catch((error: unknown) => expect(String(error)).not.toContain("It needs the rights"));
  });

  it.each(
    sampled(
      [
        ...[
          "demo end",
          "suspend ada",
          "unsuspend ada",
          "recover factors ada --reason x",
          "tags add one",
          "rooms add one One",
        ],
        ...[
          "parameters set bountyFee 5% --reason tested-here",
          "suspense float 1",
          "alerts close reserves_stale reserves",
        ],
        ...["withdrawals stop x", "withdrawals resume", "withdrawals cancel 1 x"],
      ],
      3,
    ),
  )("%s as the app's", async (line) => {
    await expect(withWrong("APP", line)).rejects.toThrow("It needs the rights of bbux_app and no others");
  });
});

describe("the command line", () => {
  it("grants roles and keeps the last admin [C6.20 C6.19]", async () => {
    expect((await run("grant-role", "ADA", "admin")).out).toBe("ada: user → admin");
    expect((await run("grant-role", "ada", "admin")).out).toBe("ada is admin already");
    // An admin made by the operator can approve large payments right away.
    const { rows } = await sql<{
      may: boolean;
    }>`select may_approve(id) as may from users where username = 'ada'`.execute(base.ownerDb);
    expect(rows).toEqual([{ may: true }]);
    await expect(run("grant-role", "ada", "user")).rejects.toThrow("The last admin can't be demoted");
    await expect(run("grant-role", "nobody", "user")).rejects.toThrow("There is no member named nobody");
    await expect(run("grant-role", "bob", "king")).rejects.toThrow(/Allowed choices are user, moderator, admin/);
  });

  it("closes the demo's accounts, and says if no admin is left", async () => {
    expect((await run("demo", "end")).out).toBe("No demo account is open");
    const demo = await createTestDatabase();
    try {
      const maren = { username: "maren", email: "maren@demo.example", role: "admin", solana_address: "maren" };
      const { id } = await demo.ownerDb.insertInto("users").values(maren).returning("id").executeTakeFirstOrThrow();
      await deposit(demo.db, { member: id, amount: 1n, cause: "demo:maren", refs: { member: id } });
      const { out, err } = await runOn(demo.url, [], ["demo", "end"]);
      expect(out).toBe("maren (was admin)\nClosed 1 demo account");
      expect(err).toContain("There is no admin now: grant-role <username> admin");
    } finally {
      await demo.drop();
    }
  });

  it("suspends and unsuspends members", { tags: "proof" }, async () => {
    expect((await run("suspend", "BOB")).out).toBe("bob is suspended");
    expect((await run("suspend", "bob")).out).toBe("bob is suspended already");
    expect((await run("unsuspend", "bob", "--overturned")).out).toBe("bob is no longer suspended");
    expect((await run("unsuspend", "bob")).out).toBe("bob is not suspended");
    await expect(run("suspend", "nobody")).rejects.toThrow("There is no member named nobody");
  });

  it("gives accounts back: an email address, and no second factor, with the reason in the audit log", async () => {
    const why = ["--reason", "Named the last five payments"];
    expect((await run("recover", "email", "BOB", "bob.new@example.org", ...why)).out).toBe(
      "bob's address is bob.new@example.org",
    );
    await expect(run("recover", "email", "bob", "bob", ...why)).rejects.toThrow("bob isn't an email address");
    await expect(run("recover", "email", "bob", "other@example.org")).rejects.toThrow("--reason");
    await expect(run("recover", "factors", "bob", ...why)).rejects.toThrow("bob has no second factor");
    await sql`
      insert into factors (user_id, kind, secret, confirmed_at)
      select id, 'totp', '\\x00', now() from users where username = 'bob'`.execute(base.ownerDb);
    const only = (id: string) => run("recover", "factors", "bob", "--only", id, ...why);
    const { message } = await only("1").then(
      () => new Error("removed"),
      (error: Error) => error,
    );
    const [, id = ""] = /^bob has no second factor 1, but authenticator app \((\d+)\)/.exec(message) ?? [];
    expect((await only(id)).out).toBe("Removed 1 second factor of bob");
    const acts = base.db
      .selectFrom("audit_log")
      .select(["action", "reason"])
      .where("reason", "=", why[1] ?? "");
    expect((await acts.orderBy("id").execute()).map(({ action }) => action)).toEqual(["EMAIL_SET", "FACTORS_REMOVED"]);
  });

  it("adds tags and lists them", { tags: "proof" }, async () => {
    await run("tags", "add", "c++", "--description", "The language", "--color", "#3D6B99");
    expect((await run("tags", "list")).out).toBe("c++         0  #3d6b99  The language");
    await expect(run("tags", "add", "C++")).rejects.toThrow("There is a tag named C++ already");
    await expect(run("tags", "add", "a,b")).rejects.toThrow("A tag is 1 to 64");
    await expect(run("tags", "add", "red", "--color", "red")).rejects.toThrow("Write the color like #2f6f6a");
  });

  it("lists, opens, and renames chat rooms", { tags: "proof" }, async () => {
    expect((await run("rooms", "list")).out.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "global-chat",
      "help",
      "governance",
    ]);
    expect((await run("rooms", "add", "rust", "Rust", "--description", "Crabs")).out).toBe("Opened rust: /chat/rust");
    expect((await run("rooms", "rename", "rust", "Rust and C")).out).toBe("rust is now Rust and C");
    expect((await run("rooms", "list")).out).toMatch(/^rust {9} {6}0 messages {7}0 members {2}Rust and C: Crabs$/m);
    await expect(run("rooms", "add", "help", "Help")).rejects.toThrow("There is a room help already");
    for (const slug of ["Rust", "a b", "-a", "a".repeat(41), "../x"]) {
      await expect(run("rooms", "add", "--", slug, "Room"), slug).rejects.toThrow(
        "A room's address is 1 to 40 lowercase",
      );
    }
    await expect(run("rooms", "add", "empty", " ")).rejects.toThrow("A room's name has 1 to 60 characters");
    await expect(run("rooms", "rename", "nowhere", "Nowhere")).rejects.toThrow("There is no room nowhere");
  });

  it("imports a dump, verifies it, and prints a summary", { tags: "proof" }, async () => {
    const { out, err } = await run("import", awkwardDump(), "--site", "test.example", "--verify");
    expect(err).toMatch(/^Questions {2}15 rows in \d+\.\d s$/m);
    expect(out).toMatch(/^ +6 {2}questions$/m);
    expect(out).toMatch(/^ +1 {2}questions without a title$/m);
    expect(out).toContain("6 of 6 questions");
    expect(out).toContain("Dump and platform agree");
    await expect(run("import", "/nowhere")).rejects.toThrow("There is no folder /nowhere");
  });

  it("reports a bounty past its payout date and one that isn't in escrow [C1.09]", async () => {
    const own = await createTestDatabase({ max: 2 });
    const bob = { username: "bob", solana_address: "bob" };
    const { id } = await own.ownerDb.insertInto("users").values(bob).returning("id").executeTakeFirstOrThrow();
    const place = (expiredAgo: number) =>
      own.ownerDb
        .insertInto("posts")
        .values({
          author_id: id,
          title: "Late",
          content: "Late",
          excerpt: "Late",
          bounty_amount: 10_000_000n,
          bounty_status: "ESCROWED",
          bounty_expires_at: new Date(Date.now() - expiredAgo),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
    const late = await place(7 * DAY_MS + HOUR_MS);
    const inTime = await place(7 * DAY_MS - HOUR_MS);
    const lines: string[] = [];
    await expect(runOn(own.url, lines, ["check-books"])).rejects.toThrow("The books are wrong: 3 findings");
    expect(lines.toSorted()).toEqual([
      `ESCROW  bounty of post ${late.id}: holds 0, needs 10000000`,
      `ESCROW  bounty of post ${inTime.id}: holds 0, needs 10000000`,
      expect.stringContaining(`OVERDUE  bounty of post ${late.id}: in escrow, to be settled by `),
    ]);
    await own.drop();
  });

  it("audits the books and fails if they are wrong", async () => {
    await deposit(base.db, { member: "1", amount: 5n, cause: "test" });
    expect((await run("check-books")).out).toContain("The books are right");
    await sql`alter table ledger_accounts disable trigger user`.execute(base.ownerDb);
    await sql`update ledger_accounts set balance = 6 where kind = 'member' and owner = '1'`.execute(base.ownerDb);
    await expect(run("check-books")).rejects.toThrow(/The books are wrong: \d findings/);
  });

  it("reports wrong counters, fails, and corrects them if asked to", { tags: "proof" }, async () => {
    expect((await run("check-counters")).out).toMatch(/^The counters are right: posts\.upvotes, /);
    await sql`update users set reputation_points = 9 where username = 'ada'`.execute(base.ownerDb);
    await expect(run("check-counters")).rejects.toThrow("1 counters are wrong. --fix sets them right");
    expect((await run("check-counters", "--fix")).out).toMatch(
      /^users\.reputation_points {2}\d+: says 9, counted 0\nSet right: 1 rows$/,
    );
    expect((await run("check-counters")).out).toContain("The counters are right");
  });

  it("gives imported accounts to their owners, and reads the whole file before it changes anything", {
    tags: "proof",
  }, async () => {
    const { id } = await base.ownerDb
      .insertInto("users")
      .values({ username: "zoe", solana_address: "zoe" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const mapped = { source: "example.org", kind: "user", external_id: "7", id };
    await base.ownerDb.insertInto("import_map").values(mapped).execute();
    const file = join(dataDir, "addresses.csv");
    const emails = (text: string) => {
      writeFileSync(file, text);
      return run("claims", "emails", file, "--site", "Example.org");
    };
    await expect(emails("7,zoe@example.org\n8,zoe")).rejects.toThrow("Line 2 of");
    const emailOf = base.ownerDb.selectFrom("users").select("email").where("id", "=", id);
    expect(await emailOf.executeTakeFirst()).toEqual({ email: null });
    expect((await emails("7, zoe@example.org\r\n\r\n8,x@example.org\n")).out).toBe(
      "1 account has its address\nNot imported from Example.org, or claimed: 8",
    );
    const { out, err } = await run("claims", "link", "ZOE", "zoe.m@example.org");
    expect(out).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}$/);
    expect(err).toMatch(/^zoe can be claimed with it until /);
    expect(await emailOf.executeTakeFirst()).toEqual({ email: "zoe.m@example.org" });
    await expect(run("claims", "link", "ada", "ada@example.org")).rejects.toThrow("ada isn't an imported account");
    await expect(run("claims", "link", "zoe", "zoe")).rejects.toThrow("zoe isn't an email address");
  });

  it("shows the development outbox, newest first", async () => {
    expect(await run("outbox")).toEqual({ out: "", err: `No mails in ${join(dataDir, "outbox")}` });
    const box = join(dataDir, "outbox");
    mkdirSync(box);
    const mail = (name: string, subject: string, body: string, time: number) => {
      const head = `From: BBUX <no-reply@localhost>\r\nTo: ada@example.org\r\nSubject: ${subject}\r\nDate: now`;
      writeFileSync(join(box, name), `${head}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${body}\r\n`);
      utimesSync(join(box, name), time, time);
    };
    mail("a.eml", "Old", "x", 1_000);
    mail(
      "b.eml",
      "=?UTF-8?Q?Reset_your_pass?=\r\n =?UTF-8?Q?word_=E2=9C=93?=",
      "http://localhost/reset?token=3Dabc=\r\ndef",
      2_000,
    );
    expect((await run("outbox")).out.split("\n")).toEqual([
      "  1  1970-01-01 00:33:20  ada@example.org  Reset your password ✓",
      "  2  1970-01-01 00:16:40  ada@example.org  Old",
    ]);
    expect((await run("outbox", "1")).out).toContain("http://localhost/reset?token=abcdef");
    await expect(run("outbox", "3")).rejects.toThrow("There is no mail 3: the outbox has 2");
  });

  it("prints help without a database", async () => {
    await expect(run("import", "--help")).rejects.toMatchObject({ exitCode: 0 });
    await expect(run("frobnicate")).rejects.toThrow("unknown command 'frobnicate'");
  });
});
