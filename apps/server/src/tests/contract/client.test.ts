import { createServer } from "node:http";
import {
  type ApiError,
  createClient,
  createRestClient,
  createSession,
  idempotent,
  isApiError,
  type Tokens,
  unwrap,
} from "@bbux/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEST_PASSWORD, type TestMember } from "../../testing.ts";
import { enroll } from "../second-factor.support.ts";
import { call, ok } from "../support.ts";
import { createWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.t.close());

/** A member's session that records what it sends. */
function spied(member?: Pick<TestMember, "token" | "refreshToken">) {
  const sent: Request[] = [];
  const given: (Tokens | null)[] = [];
  const session = createSession({
    origin: world.origin,
    ...(member && { token: member.token, refreshToken: member.refreshToken }),
    fetch: (request) => {
      sent.push(request);
      return fetch(request);
    },
    onTokens: (tokens) => given.push(tokens),
  });
  const paths = () => sent.map(({ url }) => new URL(url).pathname);
  return { session, client: createClient(session), rest: createRestClient(session), sent, given, paths };
}

async function expire(member: TestMember): Promise<void> {
  const { ownerDb } = world.t.database;
  const past = { expires_at: new Date(0) };
  await ownerDb
    .updateTable("sessions")
    .set(past)
    .where("user_id", "=", member.id)
    .where("kind", "=", "bearer")
    .execute();
}

const pair = (name: string): Tokens => ({ token: name, refreshToken: name });
const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error("The call succeeded")),
    (error: unknown) => (isApiError(error) ? error : Promise.reject(error)),
  );

describe("the client's requests", () => {
  it("batch simultaneous queries, up to ten per request, and send each mutation on its own", async () => {
    const { client, sent, paths } = spied(world.asker);
    await Promise.all(Array.from({ length: 12 }, () => client.stats.get.query()));
    expect(paths().map((path) => path.split(",").length)).toEqual([10, 2]);
    sent.length = 0;
    const postId = await world.post();
    await Promise.all(["a", "b"].map((content) => client.comments.create.mutate({ postId, content })));
    expect(paths()).toEqual(["/api/trpc/comments.create", "/api/trpc/comments.create"]);
  });

  it("include a mutation's Idempotency-Key if given, which repeats the first response", async () => {
    const { client, sent } = spied(world.asker);
    const input = { title: "Once?", content: "Once.", tags: ["money"], bountyAmount: 0.01 };
    const first = await client.posts.create.mutate(input, idempotent("client-1"));
    expect(await client.posts.create.mutate(input, idempotent("client-1"))).toEqual(first);
    await client.posts.create.mutate(input);
    expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["client-1", "client-1", null]);
    const other = await failureOf(client.posts.create.mutate({ ...input, title: "Other" }, idempotent("client-1")));
    expect(other).toMatchObject({ code: "IDEMPOTENCY_CONFLICT", status: 409 });
  });

  it("list without any input", async () => {
    const { client } = spied();
    const { pagination } = await client.posts.list.query();
    expect(pagination).toMatchObject({ page: 1, limit: 10 });
    expect((await client.tags.list.query()).data.map(({ name }) => name)).toEqual(["money"]);
  });
});

describe("a session", () => {
  it("stores the tokens of a sign-in through tRPC or REST, and drops them on sign-out", async () => {
    const { email } = await world.fresh();
    const { session, client, rest, given } = spied();
    const { token } = await client.auth.login.mutate({ email, password: TEST_PASSWORD });
    expect(session.tokens()?.token).toBe(token);
    expect((await client.auth.me.query()).user.email).toBe(email);
    await client.auth.logout.mutate();
    expect(session.tokens()).toBeNull();
    unwrap(await rest.POST("/auth/login", { body: { email, password: TEST_PASSWORD } }));
    expect(unwrap(await rest.GET("/auth/me")).user.email).toBe(email);
    expect(given.map((tokens) => typeof tokens?.token)).toEqual(["string", "undefined", "string"]);
  });

  it("goes on with the tokens that a new password brings, also with a call that was under way with the old ones", async () => {
    const member = await world.fresh();
    const changed = Promise.withResolvers<void>();
    const session = createSession({
      origin: world.origin,
      token: member.token,
      refreshToken: member.refreshToken,
      async fetch(request) {
        const isChange = request.url.includes("auth.changePassword");
        if (!isChange && request.headers.get("authorization")?.endsWith(member.token)) await changed.promise;
        const response = await fetch(request);
        if (isChange) changed.resolve();
        return response;
      },
    });
    const client = createClient(session);
    const body = { currentPassword: TEST_PASSWORD, newPassword: "another good password" };
    const [me, next] = await Promise.all([client.auth.me.query(), client.auth.changePassword.mutate(body)]);
    expect(me.user.id).toBe(member.id);
    expect(session.tokens()).toEqual({ token: next.token, refreshToken: next.refreshToken });
    ok(await call(world.t, "POST", "/auth/refresh", { body: { refreshToken: next.refreshToken } }));
  });

  it("goes on with the tokens that the removal of a second factor brings", async () => {
    const member = await world.fresh();
    await enroll(world.t, member);
    const { token, refreshToken } = member;
    const client = createClient(createSession({ origin: world.origin, token, refreshToken }));
    const { factors } = await client.factors.list.query();
    await client.factors.remove.mutate({ id: factors[0]?.id ?? "" });
    expect((await client.auth.me.query()).user.id).toBe(member.id);
  });

  it.each([
    ["a quicker one that changes nothing", ["change-password", "step-up"], "step-up"],
    ["its own repetition with exchanged tokens", ["change-password"], "refresh"],
  ])("waits for a new password beside %s", async (_, calls, quick) => {
    // The server has ended the old tokens when a response with the next is still on its way.
    let isOver = false;
    const [arrives, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reply = (body: object, status = 200) => Response.json(body, { status });
    let expired = quick === "refresh";
    const session = createSession({
      ...{ origin: "https://bbux.example", token: "old", refreshToken: "old" },
      async fetch(request) {
        const path = new URL(request.url).pathname;
        const token = request.headers.get("authorization");
        if (path.endsWith("/refresh"))
          return isOver ? reply({ code: "UNAUTHENTICATED" }, 401) : reply(pair("exchanged"));
        if (path.endsWith("/step-up")) return reply({ success: true });
        if (path.endsWith("/change-password")) {
          if (expired) {
            expired = false;
            return reply({ code: "TOKEN_EXPIRED" }, 401);
          }
          isOver = true;
          asked.resolve();
          await arrives.promise;
          return reply(pair("next"));
        }
        if (token === "Bearer next") return reply({ id: "7" });
        // The old pair's end is noticed once all else has been answered.
        await asked.promise;
        setTimeout(() => arrives.resolve());
        return reply({ code: "UNAUTHENTICATED" }, 401);
      },
    });
    const send = (path: string) =>
      session.fetch(`https://bbux.example/api/auth/${path}`, { method: "POST", body: "{}" });
    const changes = calls.map(send);
    const me = await session.fetch("https://bbux.example/api/auth/me");
    await Promise.all(changes);
    expect([await me.json(), session.tokens()]).toEqual([{ id: "7" }, pair("next")]);
  });

  it("isn't over when a refresh token is refused that a new password has just replaced", async () => {
    const [arrives, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const given: (Tokens | null)[] = [];
    const session = createSession({
      ...{ origin: "https://bbux.example", token: "old", refreshToken: "old" },
      onTokens: (tokens) => given.push(tokens),
      async fetch(request) {
        const path = new URL(request.url).pathname;
        if (path.endsWith("/refresh")) {
          setTimeout(() => arrives.resolve());
          return Response.json({ code: "UNAUTHENTICATED" }, { status: 401 });
        }
        if (path.endsWith("/change-password")) {
          refused.resolve();
          await arrives.promise;
          return Response.json(pair("next"));
        }
        if (request.headers.get("authorization") === "Bearer next") return Response.json({ id: "7" });
        await refused.promise;
        return Response.json({ code: "TOKEN_EXPIRED" }, { status: 401 });
      },
    });
    const url = "https://bbux.example/api/auth";
    const [me] = await Promise.all([
      session.fetch(`${url}/me`),
      session.fetch(`${url}/change-password`, { method: "POST", body: "{}" }),
    ]);
    expect([await me.json(), given]).toEqual([{ id: "7" }, [pair("next")]]);
  });

  it("exchanges an expired token once for all waiting calls and repeats them [M7.29]", async () => {
    const member = await world.fresh();
    await expire(member);
    const { client, rest, paths, given } = spied(member);
    const postId = await world.post();
    const [me, wallet, { comment }, read] = await Promise.all([
      client.auth.me.query(),
      client.wallet.get.query(),
      client.comments.create.mutate({ postId, content: "After all" }),
      rest.GET("/wallet"),
    ]);
    expect(me.user.id).toBe(member.id);
    expect(comment.authorId).toBe(member.id);
    expect(unwrap(read)).toEqual(wallet);
    expect(paths().filter((path) => path === "/api/auth/refresh")).toHaveLength(1);
    expect(given).toHaveLength(1);
  });

  it("also exchanges it if only some calls of a batch needed it", async () => {
    const member = await world.fresh();
    await expire(member);
    const { client } = spied(member);
    const [stats, me] = await Promise.all([client.stats.get.query(), client.auth.me.query()]);
    expect(stats.communityMembers).toBeGreaterThan(0);
    expect(me.user.id).toBe(member.id);
  });

  it("ends and reports it if the refresh token is refused", async () => {
    const member = await world.fresh();
    await expire(member);
    const { session, client, given, paths } = spied({ token: member.token, refreshToken: "never-given-out" });
    expect(await failureOf(client.auth.me.query())).toMatchObject({ code: "TOKEN_EXPIRED", status: 401 });
    expect(session.tokens()).toBeNull();
    expect(given).toEqual([null]);
    expect(paths()).toHaveLength(2);
  });

  it("exchanges nothing if a call is refused for another reason", async () => {
    const { client, paths } = spied({ token: "a".repeat(40), refreshToken: "b" });
    expect(await failureOf(client.auth.me.query())).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(paths()).toHaveLength(1);
  });
});

describe("a failure", () => {
  it("has a code, status, message, and details, the same through tRPC and REST [C7.67]", async () => {
    const { client, rest } = spied(world.asker);
    const body = { title: " ", content: "?", tags: ["money"] };
    const facts = {
      code: "VALIDATION_ERROR",
      status: 422,
      message: "Title is required",
      details: [{ field: "title", message: "Title is required" }],
    };
    expect(await failureOf(client.posts.create.mutate(body))).toMatchObject(facts);
    const answer = await rest.POST("/posts", { body });
    expect(answer.error).toMatchObject({ success: false, code: facts.code });
    expect(() => unwrap(answer)).toThrow(expect.objectContaining(facts));
  });

  it("without a response says whether the server was unreachable or slow, or the caller gave up", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    const slow = createClient({ origin, timeoutMs: 50 });
    expect(await failureOf(slow.stats.get.query())).toMatchObject({ code: "TIMEOUT", status: 0 });
    expect(await failureOf(slow.auth.logout.mutate())).toMatchObject({ code: "TIMEOUT" });
    expect(await failureOf(createRestClient({ origin, timeoutMs: 50 }).GET("/stats"))).toMatchObject({
      code: "TIMEOUT",
    });
    const patient = createClient({ origin });
    const given = AbortSignal.timeout(20);
    const abort = new AbortController();
    given.addEventListener("abort", () => abort.abort());
    expect(await failureOf(patient.auth.logout.mutate(undefined, { signal: abort.signal }))).toMatchObject({
      code: "ABORTED",
    });
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
    expect(await failureOf(patient.stats.get.query())).toMatchObject({ code: "NETWORK_ERROR", status: 0 });
  });

  it("that isn't an API response is reported as such", async () => {
    const page = () => Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    const client = createClient({ origin: world.origin, fetch: page });
    expect(await failureOf(client.stats.get.query())).toMatchObject({ code: "UNEXPECTED_ANSWER" });
    const answer = await createRestClient({ origin: world.origin, fetch: page }).GET("/stats");
    expect(() => unwrap(answer)).toThrow(expect.objectContaining({ code: "UNEXPECTED_ANSWER", status: 502 }));
  });
});
