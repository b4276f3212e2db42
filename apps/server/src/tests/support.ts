import { type ErrorCode, failure } from "@bbux/contract";
import type { LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import { expect } from "vitest";
import { z } from "zod";
import { TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS";
export type Response = LightMyRequestResponse;

export interface CallOptions {
  readonly as?: TestMember;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A REST call to the path under `/api`, with a bearer token if `as` is given, who keeps the next tokens that the response brings. */
export async function call(t: TestApp, method: Method, path: string, options: CallOptions = {}): Promise<Response> {
  const { as, body } = options;
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const response = await t.app.inject({
    method,
    url: `/api${path}`,
    headers: { ...json, ...as?.headers, ...options.headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const next = as && nextTokens.safeParse(isJson(response) ? response.json() : null).data;
  if (next) Object.assign(as, { ...next, headers: { authorization: `Bearer ${next.token}` } });
  return response;
}

const nextTokens = z.object({ token: z.string(), refreshToken: z.string() });
const isJson = ({ headers }: Response) => headers["content-type"]?.toString().includes("json") === true;

/** Asserts success and returns the body. */
export function ok(response: Response) {
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const failureBody = z.strictObject(failure.shape);

/** Asserts the exact documented body of a refusal and returns it. */
export function refused(response: Response, status: number, code: ErrorCode) {
  expect([response.statusCode, codeOf(response)], response.body).toEqual([status, code]);
  expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
  return failureBody.parse(response.json());
}

/** Asserts a validation failure whose details name the field. */
export function refusesField(response: Response, field: string): void {
  const { details } = refused(response, 422, "VALIDATION_ERROR");
  const fields = z.array(z.object({ field: z.string() })).parse(details);
  expect(fields.map((problem) => problem.field)).toContain(field);
}

function codeOf(response: Response): unknown {
  return isJson(response) ? response.json().code : response.body;
}

/** A host for cookie sessions: with its origin, requests come from our own pages. */
export const HOST = "bbux.test";
export const ORIGIN = `http://${HOST}`;

/** The session cookie set by a response, as `name=value`; null if there is none. */
export function sessionCookie(response: Response): string | null {
  const cookie = response.cookies.find(({ name }) => name === "bbux_session");
  return cookie ? `bbux_session=${encodeURIComponent(cookie.value)}` : null;
}

/** Signs a member in like a browser. @returns headers for further calls from our own pages */
export async function browser(t: TestApp, member: Pick<TestMember, "email">): Promise<Record<string, string>> {
  const body = { email: member.email, password: TEST_PASSWORD };
  const cookie = sessionCookie(await call(t, "POST", "/auth/login", { body }));
  if (cookie === null) throw new Error("Signing in set no cookie");
  return { cookie, host: HOST, origin: ORIGIN };
}

/** Publishes a post and returns its id. */
export async function ask(t: TestApp, as: TestMember, body: object = {}): Promise<string> {
  const response = await call(t, "POST", "/posts", {
    as,
    body: { title: "How?", content: "Tell me", tags: ["money"], ...body },
  });
  return ok(response).post.id;
}

/** Answers a post and returns the answer's id. */
export async function answer(t: TestApp, as: TestMember, postId: string, content = "So"): Promise<string> {
  return ok(await call(t, "POST", `/posts/${postId}/answers`, { as, body: { content } })).answer.id;
}

/** How often each status occurred. */
export function tally(responses: readonly Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of responses) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

/** Waits until a statement in this test's database waits for a lock. */
export async function untilLocked({ database }: TestApp): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        database.ownerDb,
      );
      return rows.length;
    })
    .toBe(1);
}
