import { DAY_MS, UNIT } from "@bbux/contract";
import { balanceOf, totals, treasuryBalance } from "@bbux/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { answer, ask, call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
let ada: TestMember;
let bob: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada", { balance: 1_000n * UNIT });
  bob = await t.member("bob");
  for (const name of ["money", "rust", "sql"]) await createTag(t.database, name);
});
afterAll(() => t.close());

const edit = (id: string, body: unknown, as: TestMember = ada) => call(t, "PUT", `/posts/${id}`, { as, body });
const read = async (id: string) => ok(await call(t, "GET", `/posts/${id}`)).post;
const useOf = async (name: string) => ok(await call(t, "GET", `/tags?search=${name}`)).data[0].postCount;
const balance = (who: TestMember) => balanceOf(t.database.db, "member", who.id);
const remove = (id: string, as: TestMember = ada, headers = {}) => call(t, "DELETE", `/posts/${id}`, { as, headers });

describe("editing a post", () => {
  it("sets title, content, tags, code blocks, and media, and records when [C7.30 C3.21]", async () => {
    const id = await ask(t, ada);
    const codeBlocks = [{ language: "sql", code: "select 1" }];
    const media = [{ type: "IMAGE", url: "/uploads/a.webp" }];
    const response = await edit(id, { title: " New ", content: "Newer", tags: ["sql", "rust"], codeBlocks, media });
    const { success, post } = ok(response);
    expect(success).toBe(true);
    expect(post).toMatchObject({ id, title: "New", content: "Newer", tags: ["sql", "rust"], codeBlocks, media });
    expect(Date.parse(post.editedAt)).toBeGreaterThan(Date.parse(post.createdAt));
    expect(await read(id)).toEqual(post);
    const found = ok(await call(t, "GET", "/posts?search=newer")).posts;
    expect(found.map((p: { id: string }) => p.id)).toEqual([id]);
  });

  it("keeps absent tags, code, and media; empty lists remove them [C5.13 C7.30]", async () => {
    const codeBlocks = [{ language: "sql", code: "select 1" }];
    const media = [{ type: "IMAGE", url: "/uploads/a.webp" }];
    const id = await ask(t, ada, { tags: ["rust"], codeBlocks, media });
    expect(ok(await edit(id, { title: "T", content: "C" })).post).toMatchObject({ tags: ["rust"], codeBlocks, media });
    t.travel(DAY_MS + 1);
    const emptied = ok(await edit(id, { title: "T", content: "C", tags: [], codeBlocks: [], media: [] })).post;
    t.travel(-DAY_MS - 1);
    expect(emptied).toMatchObject({ tags: [], codeBlocks: [], media: [] });
  });

  it("updates the counts of its tags", async () => {
    const before = { rust: await useOf("rust"), sql: await useOf("sql") };
    const id = await ask(t, ada, { tags: ["rust"] });
    ok(await edit(id, { title: "T", content: "C", tags: ["sql"] }));
    expect({ rust: await useOf("rust"), sql: await useOf("sql") }).toEqual({ rust: before.rust, sql: before.sql + 1 });
  });

  it("is reserved for its author [C6.12 M8.22]", async () => {
    const id = await ask(t, ada);
    const before = await read(id);
    refused(await edit(id, { title: "Mine", content: "now" }, bob), 403, "FORBIDDEN");
    const nobody = await call(t, "PUT", `/posts/${id}`, { body: { title: "Mine", content: "now" } });
    refused(nobody, 401, "UNAUTHENTICATED");
    expect(await read(id)).toEqual(before);
  });

  it("a second time within 24 hours returns 409 with the time it becomes possible, and then works [C6.14]", async () => {
    const id = await ask(t, ada);
    const first = ok(await edit(id, { title: "One", content: "C" })).post;
    t.travel(DAY_MS - 5_000);
    const { details } = refused(await edit(id, { title: "Two", content: "C" }), 409, "EDIT_LOCKED");
    expect(details).toEqual({ opensAt: new Date(Date.parse(first.editedAt) + DAY_MS).toISOString() });
    expect(await read(id)).toEqual(first);
    t.travel(6_000);
    expect(ok(await edit(id, { title: "Three", content: "C" })).post.title).toBe("Three");
    t.travel(-DAY_MS - 1_000);
  });

  it("fifty times at once succeeds once [C6.14]", async () => {
    const id = await ask(t, ada);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => edit(id, { title: `Edit ${i}`, content: "C", tags: ["sql", "rust"] })),
    );
    expect(tally(responses)).toEqual({ 200: 1, 409: 49 });
    const won = responses.findIndex((r) => r.statusCode === 200);
    expect(await read(id)).toMatchObject({ title: `Edit ${won}`, tags: ["sql", "rust"] });
  });

  it.each([
    [{ content: "C" }, "title"],
    [{ title: " ", content: "C" }, "title"],
    [{ title: "T" }, "content"],
    [{ title: "T", content: "\n" }, "content"],
    [{ title: "x".repeat(201), content: "C" }, "title"],
    [{ title: "T", content: "a\u0000" }, "content"],
    [{ title: "T", content: "C", tags: ["nope"] }, "tags"],
    [{ title: "T", content: "C", tags: null }, "tags"],
    [{ title: "T", content: "C", codeBlocks: [{ language: "x", code: "x" }] }, "codeBlocks.0.language"],
    [{ title: "T", content: "C", media: [{ type: "IMAGE", url: "ftp://x" }] }, "media.0.url"],
  ])("with %j is refused and changes nothing [C5.12 C5.45]", async (body, field) => {
    const id = await ask(t, ada);
    refusesField(await edit(id, body), field);
    expect((await read(id)).editedAt).toBeNull();
  });

  it("can't change author, bounty, or status, nor the id through the body [C7.03]", async () => {
    const [id, other] = [await ask(t, ada, { bountyAmount: 1 }), await ask(t, ada)];
    const wishes = { id: other, authorId: bob.id, bountyAmount: 100, status: "CLOSED", createdAt: "2000-01-01" };
    const { post } = ok(await edit(id, { title: "T", content: "C", ...wishes }));
    expect(post).toMatchObject({ id, authorId: ada.id, reward: 1, status: "OPEN" });
    expect((await read(other)).title).toBe("How?");
  });

  it("returns 404 if the post doesn't exist [M8.23]", async () => {
    for (const id of ["1", ada.id, "99999999999999999999", "nope"]) {
      refused(await edit(id, { title: "T", content: "C" }), 404, "NOT_FOUND");
    }
  });
});

describe("deleting a post", () => {
  it("is soft: the row stays, and every public read treats it as gone [C4.31 C7.31 M8.23]", async () => {
    const id = await ask(t, ada, { title: "Vanishing" });
    const answerId = await answer(t, bob, id);
    ok(await call(t, "POST", `/posts/${id}/comments`, { as: bob, body: { content: "x" } }));
    const used = await useOf("money");
    const { total } = ok(await call(t, "GET", "/posts")).pagination;

    expect(ok(await remove(id))).toEqual({ success: true });

    for (const path of ["", "/answers", "/comments"]) {
      refused(await call(t, "GET", `/posts/${id}${path}`), 404, "NOT_FOUND");
    }
    refused(await edit(id, { title: "T", content: "C" }), 404, "NOT_FOUND");
    refused(await remove(id), 404, "NOT_FOUND");
    const writes: [string, object?][] = [
      ["/answers", { content: "x" }],
      ["/comments", { content: "x" }],
      [`/answers/${answerId}/accept`],
    ];
    for (const [path, body] of writes) {
      refused(await call(t, "POST", `/posts/${id}${path}`, { as: ada, ...(body && { body }) }), 404, "NOT_FOUND");
    }
    const feed = ok(await call(t, "GET", "/posts?limit=100"));
    expect(feed.pagination.total).toBe(total - 1);
    expect(feed.posts.map((p: { id: string }) => p.id)).not.toContain(id);
    expect(ok(await call(t, "GET", "/posts?search=vanishing")).posts).toEqual([]);
    const profile = ok(await call(t, "GET", "/users/ada/posts?limit=100"));
    expect(profile.posts.map((p: { id: string }) => p.id)).not.toContain(id);
    expect(await useOf("money")).toBe(used - 1);
    const row = await t.database.db.selectFrom("posts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ title: "Vanishing", deleted_at: expect.any(Date) });
  });

  it("returns an unpaid bounty without its fee [C4.29]", async () => {
    const [before, treasury] = [await balance(ada), await treasuryBalance(t.database.db)];
    const id = await ask(t, ada, { bountyAmount: 10 });
    const own = await answer(t, ada, id);
    expect(own).toMatch(/^\d+$/);
    ok(await remove(id));
    expect(await balance(ada)).toBe(before - UNIT / 2n);
    expect(await treasuryBalance(t.database.db)).toBe(treasury + UNIT / 2n);
    expect(await balanceOf(t.database.db, "escrow", id)).toBe(0n);
    const row = await t.database.db.selectFrom("posts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "CLOSED", bounty_status: "REFUNDED" });
  });

  it("with an unpaid bounty and someone else's answer returns 409 and points to the refund request [C4.30]", async () => {
    const id = await ask(t, ada, { bountyAmount: 10 });
    const theirs = await answer(t, bob, id);
    const expires = (await read(id)).bountyExpiresAt;
    const { details, error } = refused(await remove(id), 409, "BOUNTY_HAS_ANSWERS");
    expect(details).toEqual({ refundFrom: expires });
    expect(error).toContain("refund");
    expect(await balanceOf(t.database.db, "escrow", id)).toBe(10n * UNIT);

    ok(await call(t, "DELETE", `/posts/${id}/answers/${theirs}`, { as: bob }));
    ok(await remove(id));
  });

  it("after the bounty was paid takes nothing back [C4.29]", async () => {
    const id = await ask(t, ada, { bountyAmount: 1 });
    ok(await call(t, "POST", `/posts/${id}/answers/${await answer(t, bob, id)}/accept`, { as: ada }));
    const [asker, helper] = [await balance(ada), await balance(bob)];
    ok(await remove(id));
    expect([await balance(ada), await balance(bob)]).toEqual([asker, helper]);
  });

  it("is reserved for its author [C6.13 M8.22]", async () => {
    const id = await ask(t, ada);
    refused(await remove(id, bob), 403, "FORBIDDEN");
    refused(await call(t, "DELETE", `/posts/${id}`), 401, "UNAUTHENTICATED");
    expect((await read(id)).id).toBe(id);
  });

  it("twenty times at once returns the bounty once [C4.29]", async () => {
    const before = await balance(ada);
    const id = await ask(t, ada, { bountyAmount: 10 });
    const responses = await Promise.all(Array.from({ length: 20 }, () => remove(id)));
    expect(tally(responses)).toEqual({ 200: 1, 404: 19 });
    expect(await balance(ada)).toBe(before - UNIT / 2n);
    const books = await totals(t.database.db);
    expect(Object.values(books).reduce((a, b) => a + b, 0n)).toBe(0n);
  });

  it("again under the same Idempotency-Key returns the first response instead of 404", async () => {
    const id = await ask(t, ada);
    const key = { "idempotency-key": "delete-once" };
    expect(ok(await remove(id, ada, key))).toEqual(ok(await remove(id, ada, key)));
  });
});
