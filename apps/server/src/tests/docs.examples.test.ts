/** @module-tag proof */

import { execFile, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { basename, extname } from "node:path";
import { setInterval as every } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { UNIT } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { createRefundWorld, type RefundWorld } from "./refunds.support.ts";
import { answer, ask, call, ok } from "./support.ts";
import { drive, held, type MoneyWorld, SOL, startMoney, stranger } from "./wallet.support.ts";

/*
 * Runs the examples of the API reference as written, in every language, against the real app: they succeed and do what they say.
 * Examples whose language isn't installed on this machine are skipped, with a notice.
 */
const folder = fileURLToPath(new URL("../../../../packages/docs/examples/", import.meta.url));
const LANGUAGES = [
  { name: "JavaScript", extension: ".js", program: process.execPath, code: "javascript" },
  { name: "Python", extension: ".py", program: "python3", code: "python" },
  { name: "cURL", extension: ".sh", program: "sh", code: "bash", needs: "curl" },
].map((language) => ({ ...language, runs: exists(language.program) && exists(language.needs ?? language.program) }));
type Language = (typeof LANGUAGES)[number];

function exists(program: string): boolean {
  return spawnSync(program, ["--version"]).error === undefined;
}

/** Every example by name, without the code they share. */
const names = [...new Set(readdirSync(folder).map((file) => basename(file, extname(file))))].filter(
  (name) => name !== "bbux" && !name.startsWith("__"),
);
const ran = new Set<string>();

/** Runs one like a reader would, from its folder. @returns its output */
function run({ program, extension }: Language, name: string, settings: Record<string, string>): Promise<string> {
  ran.add(`${name}${extension}`);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PYTHONDONTWRITEBYTECODE: "1", ...settings };
  return new Promise((resolve, reject) => {
    execFile(program, [`${name}${extension}`], { cwd: folder, env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${name}${extension}: ${error.message}\n${stdout}\n${stderr}`));
      else resolve(stdout);
    });
  });
}

const account = ({ email }: Pick<TestMember, "email">) => ({ BBUX_EMAIL: email, BBUX_PASSWORD: TEST_PASSWORD });

let world: MoneyWorld;
let refunds: RefundWorld;
let t: TestApp;
let url: string;
/** Of more posts than a page has. */
const titles = Array.from({ length: 60 }, (_, n) => `Number ${n}.`);
beforeAll(async () => {
  [world, refunds] = await Promise.all([startMoney(), createRefundWorld({ electors: LANGUAGES.length })]);
  t = world.t;
  await createTag(t.database, "money");
  url = await t.listen();
  const many = await t.member("many");
  for (const title of titles) await ask(t, many, { title });
});
afterAll(async () => {
  await Promise.all([world.stop(), refunds.t.close()]);
});

it("every example exists in all three languages [M2.46]", () => {
  expect(names.length).toBeGreaterThanOrEqual(11);
  const files = readdirSync(folder).filter((file) => !file.startsWith("__"));
  const expected = ["bbux", ...names].flatMap((name) => LANGUAGES.map(({ extension }) => `${name}${extension}`));
  expect(files.sort()).toEqual(expected.sort());
});

describe.each(LANGUAGES)("the examples in $name [M2.47]", (language) => {
  const example = language.runs ? it : it.skip;
  const as = (member: TestMember) => ({ BBUX_URL: url, ...account(member) });
  const named = (what: string) => `${what}_${language.extension.slice(1)}`;
  let asker: TestMember;
  beforeAll(async () => {
    asker = await world.rich(named("asker"), 10n * UNIT);
  });

  example("open an account, and find it there the second time [M2.47]", async () => {
    const username = named("ada");
    const settings = { BBUX_USERNAME: username, ...as({ ...asker, email: `${username}@example.org` }) };
    expect(await run(language, "sign-up", settings)).toContain(`Signed in as ${username}`);
    expect(await run(language, "sign-up", settings)).toContain(`Signed in as ${username}`);
    const query = t.database.ownerDb.selectFrom("users").select("email").where("username", "=", username);
    expect(await query.execute()).toEqual([{ email: `${username}@example.org` }]);
  });

  example("sign in, refresh and sign out: no session is left [M2.47]", async () => {
    const member = await t.member(named("eve"));
    const sessions = () =>
      t.database.ownerDb.selectFrom("sessions").selectAll().where("user_id", "=", member.id).execute();
    const before = await sessions();
    expect(await run(language, "sign-in", as(member))).toContain(member.username);
    expect(await sessions()).toEqual(before);
  });

  example("list every open post, page by page [M2.47]", async () => {
    const printed = await run(language, "list-posts", { BBUX_URL: url });
    expect(titles.filter((title) => !printed.includes(title))).toEqual([]);
  });

  example("ask with a bounty once, answer, accept: the bounty is paid [M2.47]", async () => {
    const printed = await run(language, "ask-a-question", as(asker));
    const [, postId, again] = /Post (\d+)[\s\S]*again: (\d+)/.exec(printed) ?? [];
    if (postId === undefined) throw new Error(printed);
    expect(again).toBe(postId);
    const posts = await t.database.ownerDb
      .selectFrom("posts")
      .select(["id", "bounty_amount"])
      .where("author_id", "=", asker.id)
      .where("bounty_status", "=", "ESCROWED")
      .execute();
    expect(posts).toEqual([{ id: postId, bounty_amount: String((5n * UNIT) / 2n) }]);

    const helper = await t.member(named("helper"));
    await run(language, "answer-a-question", { ...as(helper), BBUX_POST: postId });
    const { post } = ok(await call(t, "GET", `/posts/${postId}`));
    expect(post.answers[0]).toMatchObject({
      author: { username: helper.username },
      codeBlocks: [{ language: language.code }],
    });

    await run(language, "accept-an-answer", { ...as(asker), BBUX_POST: postId });
    expect(ok(await call(t, "GET", "/wallet", { as: helper })).bbuxBalance).toBe("2.5");
  });

  example("look at the wallet and withdraw: it arrives on the chain [M2.47]", async () => {
    const member = await world.rich(named("seller"), 2n * UNIT);
    const destination = stranger();
    const stop = new AbortController();
    const worker = (async () => {
      for await (const _ of every(100, undefined, { signal: stop.signal })) await drive(world);
    })().catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    const printed = await run(language, "withdraw", { ...as(member), BBUX_DESTINATION: destination });
    stop.abort();
    await worker;
    expect(printed).toMatch(/[1-9A-HJ-NP-Za-km-z]{80,90}/);
    expect(await held(world, destination)).toBe((SOL * 1_455n) / 1_000n);
    expect(ok(await call(t, "GET", "/wallet", { as: member })).bbuxBalance).toBe("0.5");
  });

  example("stake, and see what it weighs [M2.47]", async () => {
    const member = await world.rich(named("staker"), UNIT);
    expect(await run(language, "stake", as(member))).toContain("0.5");
    expect(ok(await call(t, "GET", "/wallet", { as: member }))).toMatchObject({ staked: "0.5", bbuxBalance: "0.5" });
  });

  example("say good morning in the chat, and read it there [M2.47]", async () => {
    const [early, member] = [await t.member(named("early")), await t.member(named("late"))];
    const content = `I was here first, says ${early.username}`;
    ok(await call(t, "POST", "/chat/global-chat/messages", { as: early, body: { content } }));
    const printed = await run(language, "chat", as(member));
    expect(printed).toContain("Good morning!");
    const said = await t.database.ownerDb
      .selectFrom("chat_messages")
      .select("content")
      .where("author_id", "=", member.id)
      .execute();
    expect(said).toEqual([{ content: "Good morning!" }]);
  });

  example("read notifications: none is unread afterwards [M2.47]", async () => {
    const [member, other] = [await t.member(named("told")), await t.member(named("teller"))];
    await answer(t, other, await ask(t, member));
    const unread = async () => ok(await call(t, "GET", "/notifications/unread-count", { as: member })).count;
    expect(await unread()).toBe(1);
    expect(await run(language, "notifications", as(member))).toContain(other.username);
    expect(await unread()).toBe(0);
  });

  example("handle a refusal by its code, and wait when there were too many requests [M2.47]", async () => {
    const member = await t.member(named("busy"));
    const front = await tooManyAtFirst("/api/auth/me");
    const printed = await run(language, "handle-errors", { ...as(member), BBUX_URL: front.url });
    front.server.close();
    expect(front.refused()).toBe(1);
    expect(printed).toMatch(language.extension === ".sh" ? /422 VALIDATION_ERROR/ : /^title: Title is required$/m);
  });

  example("vote on the refund of a bounty [M2.47]", async () => {
    const voter = refunds.voter(LANGUAGES.indexOf(language));
    const { id } = await refunds.reviewed([voter]);
    const origin = refunds.t.app.server.listening ? refunds.t.app.listeningOrigin : await refunds.t.listen();
    await run(language, "vote-on-a-refund", { BBUX_URL: origin, ...account(voter) });
    const votes = ok(await call(refunds.t, "GET", `/refund-requests/${id}/votes`, { as: voter }));
    expect(votes).toMatchObject([{ voterUsername: voter.username, vote: true }]);
  });

  example("were run, all of them [M2.47]", () => {
    expect(names.filter((name) => !ran.has(`${name}${language.extension}`))).toEqual([]);
  });
});

/** The app behind a proxy that rate limits the first request for a path for a second. */
async function tooManyAtFirst(path: string): Promise<{ server: Server; url: string; refused: () => number }> {
  let refused = 0;
  const body = { success: false, error: "Too many requests.", code: "RATE_LIMITED", details: { retryAfter: 1 } };
  const server = createServer((request, response) => {
    if (request.url !== path || refused > 0) return t.app.routing(request, response);
    refused += 1;
    response.writeHead(429, { "content-type": "application/json", "retry-after": "1" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { server, url: `http://127.0.0.1:${address.port}`, refused: () => refused };
}
