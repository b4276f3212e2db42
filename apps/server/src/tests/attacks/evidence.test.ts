import { eraseFlaggedTexts } from "@bbux/api";
import { DAY_MS, MODERATION, SECURITY } from "@bbux/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../../testing.ts";
import { edit, remove, say } from "../chat.support.ts";
import { closeForGood } from "../closing.support.ts";
import {
  appeal,
  type Court,
  caseOf,
  createCourt,
  flag,
  hidden,
  moderate,
  type Thing,
  thing,
} from "../moderation.support.ts";
import { answer, ask, call, ok } from "../support.ts";

// A scammer takes back what was flagged, and leaves, before a moderator looks.

const SCAM = "BBUX support: send me your recovery code";
let court: Court;
let count = 0;
beforeAll(async () => {
  court = await createCourt();
});
afterAll(() => court.stop());

const scammer = () => court.t.member(`scammer${count++}`);
const put = async (as: TestMember, path: string, body: object) => ok(await call(court.t, "PUT", path, { as, body }));
const profile = async (as: TestMember, body: object) => ok(await call(court.t, "POST", "/profile", { as, body }));
const close = async (as: TestMember) =>
  ok(await call(court.t, "POST", "/auth/delete-account", { as, body: { password: as.password } }));
const flagged = async (on: Thing, as = court.reader) => ok(await flag(court.t, as, on));
/** Erases what would be erased in so many days. */
const erase = (days: number) =>
  eraseFlaggedTexts(court.t.database.db, new Date(court.t.services.now().getTime() + days * DAY_MS));
const textsOf = async (on: Thing, query = ""): Promise<string[]> =>
  (await caseOf(court, on.targetId, query)).flaggedTexts.map(({ content }: { content: string }) => content);

describe("what was flagged", () => {
  it.each<{ what: string; write: (as: TestMember) => Promise<Thing & { clean: () => Promise<unknown> }> }>([
    {
      what: "a chat message",
      write: async (as) => {
        const message = await say(court.t, as, SCAM);
        return { ...thing("message", message.id), clean: () => edit(court.t, as, message, "Hello") };
      },
    },
    {
      what: "a bio",
      write: async (as) => {
        await profile(as, { bio: SCAM });
        return { ...thing("user", as.id), clean: () => profile(as, { bio: "I like SQL" }) };
      },
    },
    {
      what: "the name in a profile",
      write: async (as) => {
        await profile(as, { firstName: SCAM });
        return { ...thing("user", as.id), clean: () => profile(as, { firstName: null }) };
      },
    },
    {
      what: "the title of a question",
      write: async (as) => {
        const id = await ask(court.t, as, { title: SCAM });
        return { ...thing("post", id), clean: () => put(as, `/posts/${id}`, { title: "How?", content: "Tell me" }) };
      },
    },
    {
      what: "an answer",
      write: async (as) => {
        const postId = await ask(court.t, court.asker);
        const id = await answer(court.t, as, postId, SCAM);
        return { ...thing("answer", id), clean: () => put(as, `/posts/${postId}/answers/${id}`, { content: "So" }) };
      },
    },
  ])("is shown to moderators as the reporter saw it after its author has edited it: $what", async ({ write }) => {
    const author = await scammer();
    const { clean, targetType, targetId } = await write(author);
    const on = { targetType, targetId };
    await flagged(on);
    expect(await textsOf(on)).toEqual([]);
    await clean();
    expect(JSON.stringify((await caseOf(court, targetId)).target)).not.toContain("recovery");
    expect(await textsOf(on)).toEqual([expect.stringContaining(SCAM)]);
  });

  it("is shown once for each text, and to the moderator who decides the appeal", async () => {
    const { t, helper, mona, milo } = court;
    const author = await scammer();
    const message = await say(t, author, SCAM);
    const on = thing("message", message.id);
    for (const as of [court.reader, helper]) await flagged(on, as);
    ok(await edit(t, author, message, "Give me your seed"));
    await flagged(on, court.asker);
    ok(await edit(t, author, message, "Hello"));
    expect(await textsOf(on)).toEqual([SCAM, "Give me your seed"]);
    ok(await appeal(t, author, await hidden(t, mona, on)));
    await erase(10_000);
    const { appeals } = ok(await call(t, "GET", "/moderation/appeals", { as: milo }));
    expect(appeals).toMatchObject([
      {
        target: { content: "Hello" },
        flaggedTexts: [{ content: SCAM, excerpt: SCAM }, { content: "Give me your seed" }],
      },
    ]);
  });

  it("outlives the message and the account, and is erased 90 days after the decision", async () => {
    const { t, mona } = court;
    const author = await scammer();
    const message = await say(t, author, SCAM);
    await profile(author, { bio: SCAM });
    const things = [thing("message", message.id), thing("user", author.id)];
    for (const on of things) await flagged(on);
    ok(await edit(t, author, message, "Hello"));
    ok(await remove(t, author, message));
    await closeForGood(t, author);
    await erase(10_000);
    for (const on of things) {
      expect(await textsOf(on)).toEqual([SCAM]);
      ok(await moderate(t, mona, "uphold", on));
    }
    await erase(MODERATION.textDays - 1);
    for (const on of things) expect(await textsOf(on, "&status=decided")).toEqual([SCAM]);
    await erase(MODERATION.textDays + 1);
    for (const on of things) expect(await textsOf(on, "&status=decided")).toEqual([]);
  });
});

describe("an account that holds nothing", () => {
  const isClosed = async ({ id }: TestMember) =>
    (await court.t.database.db.selectFrom("users").select("deleted_at").where("id", "=", id).executeTakeFirstOrThrow())
      .deleted_at !== null;
  const decidedDaysAgo = (author: TestMember, days: number) =>
    sql`update flags set decided_at = clock_timestamp() - make_interval(days => ${days}) where subject_id = ${author.id}`.execute(
      court.t.database.ownerDb,
    );

  it("closes days later while flags on it or its texts are open, so that moderators can suspend it", async () => {
    const { t, mona } = court;
    for (const flagIt of [
      async (author: TestMember) => flagged(thing("user", author.id)),
      async (author: TestMember) => flagged(thing("message", (await say(t, author, SCAM)).id)),
    ]) {
      const author = await scammer();
      await flagIt(author);
      expect((await close(author)).closesAt).toEqual(expect.any(String));
      expect(await isClosed(author)).toBe(false);
      ok(await call(t, "POST", `/moderation/users/${author.id}/suspend`, { as: mona, body: { reason: "A scam" } }));
    }
  });

  it("closes days later for a while after a flag was upheld or something hidden, and immediately after a dismissal", async () => {
    const { t, mona } = court;
    const judged = async (act: "uphold" | "hide" | "dismiss") => {
      const author = await scammer();
      const on = thing("message", (await say(t, author, SCAM)).id);
      if (act !== "hide") await flagged(on);
      ok(await moderate(t, mona, act, on));
      return author;
    };
    for (const act of ["uphold", "hide"] as const) {
      const [lately, longAgo] = [await judged(act), await judged(act)];
      await decidedDaysAgo(lately, SECURITY.closingFlagDays - 1);
      await decidedDaysAgo(longAgo, SECURITY.closingFlagDays + 1);
      expect((await close(lately)).closesAt).not.toBeNull();
      expect((await close(longAgo)).closesAt).toBeNull();
    }
    expect((await close(await judged("dismiss"))).closesAt).toBeNull();
  });
});
