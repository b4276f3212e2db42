// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from "vitest";
import { type Call, foreign, leave, MEMBER, refusal, serve, show } from "../../lib/render.support.tsx";
import { addWaiting, MOST_WAITING, type NewText, putBack, removeWaiting, takeBack, waitingOf } from "./outbox.ts";
import { sendWaiting } from "./sendWaiting.ts";
import { TakenIntent } from "./takenIntent.ts";

afterEach(leave);

const HOUR = 3_600_000;
const base = { triedAt: null, postId: "1", title: "Why?", draft: "So" };
const comment = (id: string, content = `Comment ${id}`): NewText => ({
  ...base,
  kind: "comment",
  id,
  draftKey: "bbux.draft.comment.7.1",
  input: { postId: "1", content },
});
const answer = (id: string): NewText => ({
  ...base,
  kind: "answer",
  id,
  draftKey: "bbux.draft.answer.7.1",
  input: { postId: "1", content: `Answer ${id}`, codeBlocks: [] },
});
const ids = (userId = MEMBER.id) => waitingOf(userId).map(({ id }) => id);
const stored = (texts: readonly unknown[]) => localStorage.setItem(`bbux.outbox.${MEMBER.id}`, JSON.stringify(texts));

describe("texts that wait for the connection", () => {
  it("are kept in order for their author, and no one else has them", () => {
    expect(addWaiting(MEMBER.id, answer("a"))).toBe(true);
    expect(addWaiting(MEMBER.id, comment("b"))).toBe(true);
    expect(ids()).toEqual(["a", "b"]);
    expect(ids("8")).toEqual([]);
    expect(removeWaiting("8", "a")).toBeNull();
    expect(removeWaiting(MEMBER.id, "a")).toMatchObject({ id: "a" });
    expect(removeWaiting(MEMBER.id, "a")).toBeNull();
    expect(ids()).toEqual(["b"]);
  });

  it("are limited in number", () => {
    for (let n = 0; n < MOST_WAITING; n++) expect(addWaiting(MEMBER.id, comment(String(n)))).toBe(true);
    expect(addWaiting(MEMBER.id, comment("more"))).toBe(false);
    expect(ids()).toHaveLength(MOST_WAITING);
  });

  it("are answers and comments only: nothing that costs money is ever read from the storage", () => {
    const fine = { ...comment("ok"), problem: null };
    stored([
      fine,
      { ...fine, id: "ask", kind: "post", input: { postId: "1", content: "So", hasBounty: true, bountyAmount: "5" } },
      { ...fine, id: "pay", kind: "answer", input: { postId: "1", content: "So", bountyAmount: "5" } },
      { ...fine, id: "accept", kind: "accept", input: { postId: "1", answerId: "2" } },
      { ...fine, id: "inherited", kind: "toString" },
      { ...fine, id: "elsewhere", input: { postId: "2", content: "So" } },
      "nonsense",
      null,
    ]);
    expect(ids()).toEqual(["ok"]);
    localStorage.setItem(`bbux.outbox.${MEMBER.id}`, "{");
    expect(ids()).toEqual([]);
  });

  it("that are taken back come before what was typed since", () => {
    addWaiting(MEMBER.id, comment("a", "First"));
    localStorage.setItem("bbux.draft.comment.7.1", JSON.stringify("Then"));
    const [text] = waitingOf(MEMBER.id);
    if (text) putBack(text);
    expect(localStorage.getItem("bbux.draft.comment.7.1")).toBe(JSON.stringify("First\n\nThen"));
  });
});

describe("a text that is taken back", () => {
  const { draftKey, input } = comment("a");

  it("after it was sent without a response keeps its key, also after a reload, until there is a response", () => {
    addWaiting(MEMBER.id, { ...comment("a"), triedAt: 5 });
    takeBack(MEMBER.id, "a");
    for (const intent of [new TakenIntent(draftKey), new TakenIntent(draftKey)]) {
      expect(intent.keyFor({ ...input })).toBe("a");
      expect(intent.triedAt(input)).toBe(5);
      const other = { ...input, content: "Something else" };
      expect(intent.keyFor(other)).not.toBe("a");
      expect(intent.triedAt(other)).toBeNull();
    }
    expect(new TakenIntent("bbux.draft.comment.7.2").keyFor(input)).not.toBe("a");
    new TakenIntent(draftKey).settle();
    expect(new TakenIntent(draftKey).keyFor(input)).not.toBe("a");
  });

  it("and wasn't sent, or was refused, is a new one", () => {
    addWaiting(MEMBER.id, comment("a"));
    takeBack(MEMBER.id, "a");
    expect(new TakenIntent(draftKey).keyFor(input)).not.toBe("a");
    expect(takeBack(MEMBER.id, "a")).toBeNull();
  });
});

describe("sending them", () => {
  const sent = { success: true };
  const nothing = { posted: [], refused: [] };
  const start = (replies: Parameters<typeof serve>[0]) => {
    const server = serve(replies);
    show(null);
    return server;
  };

  it("posts each once, in order, under its own key, however often it is started", async () => {
    const order: unknown[] = [];
    const reply = ({ input, headers }: Call) => {
      order.push([headers.get("idempotency-key"), input]);
      return sent;
    };
    start({ "answers.create": reply, "comments.create": reply });
    const texts = [comment("key-a"), answer("key-b"), comment("key-c")];
    for (const text of texts) addWaiting(MEMBER.id, text);
    const both = await Promise.all([sendWaiting(MEMBER.id, 0), sendWaiting(MEMBER.id, 0)]);
    expect(both.map(({ posted }) => posted.map(({ id }) => id))).toEqual([["key-a", "key-b", "key-c"], []]);
    expect(ids()).toEqual([]);
    await sendWaiting(MEMBER.id, 0);
    expect(order).toEqual(texts.map(({ id, input }) => [id, input]));
  });

  it("keeps a text without a response for the next time, with the same key, and those after it", async () => {
    let isDown = true;
    const { callsOf } = start({ "comments.create": () => (isDown ? refusal({ status: 503 }) : sent) });
    addWaiting(MEMBER.id, comment("a"));
    addWaiting(MEMBER.id, comment("b"));
    expect(await sendWaiting(MEMBER.id, 5)).toEqual(nothing);
    expect(waitingOf(MEMBER.id)).toMatchObject([
      { id: "a", triedAt: 5, problem: null },
      { id: "b", triedAt: null },
    ]);
    isDown = false;
    await sendWaiting(MEMBER.id, 6);
    expect(callsOf("comments.create").map(({ headers }) => headers.get("idempotency-key"))).toEqual(["a", "a", "b"]);
    expect(ids()).toEqual([]);
  });

  it("keeps what the server refuses, says why, and goes on with the others", async () => {
    const closed = refusal({ status: 409, code: "POST_CLOSED", error: "This post is closed" });
    const { count } = start({ "answers.create": closed, "comments.create": sent });
    addWaiting(MEMBER.id, answer("a"));
    addWaiting(MEMBER.id, comment("b"));
    const { posted, refused } = await sendWaiting(MEMBER.id, 5);
    expect(posted.map(({ id }) => id)).toEqual(["b"]);
    expect(refused).toEqual(waitingOf(MEMBER.id));
    expect(refused).toMatchObject([{ id: "a", problem: "This post is closed", triedAt: null }]);
    await sendWaiting(MEMBER.id, 6);
    expect(count("answers.create")).toBe(1);
  });

  it.each([
    ["ANSWER_LIMIT", "COMMENT_LIMIT"],
    ["TEXT_LIMIT", "LINK_LIMIT"],
  ] as const)("says why when the limit is the member's own (%s, %s), and goes on", async (...codes) => {
    const [forAnswer, forComment] = codes.map((code) => refusal({ status: 429, code, error: `Refused: ${code}` }));
    const { count } = start({ "answers.create": forAnswer, "comments.create": forComment });
    addWaiting(MEMBER.id, answer("a"));
    addWaiting(MEMBER.id, comment("b"));
    const { posted, refused } = await sendWaiting(MEMBER.id, 5);
    expect(posted).toEqual([]);
    expect(refused).toMatchObject([
      { id: "a", problem: `Refused: ${codes[0]}`, triedAt: null },
      { id: "b", problem: `Refused: ${codes[1]}`, triedAt: null },
    ]);
    await sendWaiting(MEMBER.id, 24 * HOUR);
    expect([count("answers.create"), count("comments.create")]).toEqual([1, 1]);
    expect(waitingOf(MEMBER.id)).toEqual(refused);
  });

  it("waits when there were too many calls or the session has ended, and knows that nothing was posted", async () => {
    for (const reply of [
      refusal({ status: 429, code: "RATE_LIMITED" }),
      refusal({ status: 401, code: "UNAUTHENTICATED" }),
      foreign(408, '{"message":"Request Timeout"}'),
      foreign(429, '{"message":"Slow down"}'),
    ]) {
      start({ "comments.create": reply });
      addWaiting(MEMBER.id, comment("a"));
      expect(await sendWaiting(MEMBER.id, 5)).toEqual(nothing);
      expect(waitingOf(MEMBER.id)).toMatchObject([{ id: "a", problem: null, triedAt: null }]);
      removeWaiting(MEMBER.id, "a");
    }
  });

  it("still can't tell about an earlier attempt without a response when the next one is put off", async () => {
    start({ "comments.create": refusal({ status: 429, code: "RATE_LIMITED" }) });
    addWaiting(MEMBER.id, { ...comment("a"), triedAt: 3 });
    await sendWaiting(MEMBER.id, 5);
    expect(waitingOf(MEMBER.id)).toMatchObject([{ triedAt: 3, problem: null }]);
  });

  it("doesn't repeat one whose key the server has forgotten, as it may have been posted", async () => {
    const { count } = start({ "comments.create": sent });
    addWaiting(MEMBER.id, { ...comment("a"), triedAt: 0 });
    await sendWaiting(MEMBER.id, 24 * HOUR);
    expect(count("comments.create")).toBe(0);
    expect(waitingOf(MEMBER.id)[0]?.problem).toMatch(/can't tell whether/);
  });

  it("posts nothing of a member who isn't signed in", async () => {
    const { count } = start({ "comments.create": sent });
    addWaiting("8", comment("a"));
    expect(await sendWaiting("8", 0)).toEqual(nothing);
    expect(count("comments.create")).toBe(0);
    expect(ids("8")).toEqual(["a"]);
  });
});
