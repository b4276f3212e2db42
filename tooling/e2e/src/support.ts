import { randomUUID } from "node:crypto";
import { type APIRequestContext, type APIResponse, expect, type Page } from "@playwright/test";

/** The shared part of every demo sign-in; the server prints it when it starts. */
export const DEMO_PASSWORD = "demo-password-1";
export const demoEmail = (username: string) => `${username}@demo.example`;
export const PASSWORD = "correct horse battery";

/** Returns a name that no other test uses. */
export function freshName(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 8)}`;
}

/** A member who calls the API, with the session of their sign-up or of a demo sign-in. */
export interface ApiMember {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  post(path: string, data?: object): Promise<Record<string, unknown>>;
  put(path: string, data: object): Promise<void>;
  get(path: string): Promise<Record<string, unknown>>;
}

type User = Pick<ApiMember, "id" | "username" | "email">;

interface Session {
  readonly name: string;
  readonly value: string;
  readonly url: string;
  readonly openedAt: number;
}

/** Whether a sign-in still counts as a proof of who the member is, which some calls need: for 10 minutes. */
const isFresh = ({ openedAt }: { readonly openedAt: number }) => Date.now() - openedAt < 8 * 60_000;

/** Sessions that this worker has opened, by email and password, because checking a password is expensive. */
const sessions = new Map<string, Session>();
const sessionKey = (email: string, password: string) => `${email} ${password}`;

/** Keeps the session from a response. */
function keepSession(response: APIResponse, email: string, password: string): void {
  const header = response.headersArray().find(({ name }) => name.toLowerCase() === "set-cookie");
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(header?.value ?? "") ?? [];
  if (!name || !value) return;
  const { origin } = new URL(response.url());
  sessions.set(sessionKey(email, password), { name, value, url: origin, openedAt: Date.now() });
}

/** @param signedIn headers that sign the member in */
function apiMember(request: APIRequestContext, user: User, signedIn: Record<string, string>): ApiMember {
  let headers = signedIn;
  /** A new password brings the next cookie. */
  const keepCookie = (response: APIResponse) => {
    const next = /^[\w-]*bbux_session=[^;]+/m.exec(response.headers()["set-cookie"] ?? "")?.[0];
    if (next !== undefined && headers.cookie !== "") headers = { ...headers, cookie: next };
  };
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    async post(path, data) {
      const response = await request.post(`/api${path}`, { headers, ...(data && { data }) });
      expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
      keepCookie(response);
      return response.json();
    },
    async put(path, data) {
      const response = await request.put(`/api${path}`, { headers, data });
      expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    },
    async get(path) {
      return (await request.get(`/api${path}`, { headers })).json();
    },
  };
}

/** Bearer tokens of demo members. */
const signIns = new Map<string, { readonly token: string; readonly user: User; readonly openedAt: number }>();

/** Returns a demo member who calls the API with a bearer token, as an integrator would. */
export async function demoMember(request: APIRequestContext, username: string): Promise<ApiMember> {
  const email = demoEmail(username);
  let open = signIns.get(email);
  if (!open || !isFresh(open)) {
    const data = { email, password: DEMO_PASSWORD };
    const login = await request.post("/api/auth/login", { data, headers: { cookie: "" } });
    expect(login.ok(), await login.text()).toBe(true);
    if (!sessions.has(sessionKey(email, DEMO_PASSWORD))) keepSession(login, email, DEMO_PASSWORD);
    open = { ...((await login.json()) as { token: string; user: User }), openedAt: Date.now() };
    signIns.set(email, open);
  }
  return apiMember(request, open.user, { authorization: `Bearer ${open.token}`, cookie: "" });
}

/** Creates an account through the API, and confirms its email address by the link. */
export async function newMember(request: APIRequestContext, prefix = "e2e"): Promise<ApiMember> {
  const { member, token } = await newcomer(request, prefix);
  await member.post("/auth/verify-email", { token });
  return member;
}

/** Creates an account whose email address isn't confirmed. @returns also the token of the link */
export async function newcomer(
  request: APIRequestContext,
  prefix = "e2e",
): Promise<{ readonly member: ApiMember; readonly token: string }> {
  const username = freshName(prefix);
  const email = `${username}@example.org`;
  const data = { username, email, password: PASSWORD };
  const response = await request.post("/api/auth/signup", { data, headers: { cookie: "" } });
  expect(response.ok(), await response.text()).toBe(true);
  keepSession(response, email, PASSWORD);
  const open = sessions.get(sessionKey(email, PASSWORD));
  if (!open) throw new Error("the sign-up set no session cookie");
  const { user, verificationLink } = await response.json();
  const token = new URL(String(verificationLink), open.url).searchParams.get("token") ?? "";
  const member = apiMember(request, user, { cookie: `${open.name}=${open.value}`, origin: open.url });
  // The first visit of the day earns a point, which would come later otherwise, with the first page.
  await member.post("/auth/visit");
  return { member, token };
}

/** Signs a newcomer up on the screen, as far as their profile. @returns the username */
export async function signUp(page: Page, prefix: string): Promise<string> {
  const username = freshName(prefix);
  await page.goto("/signup");
  await appReady(page);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/profile");
  return username;
}

/** Signs in on the screen and waits until the app has noticed. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/profile");
}

/** Signs the browser in without the screen, with an open session if there is one. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  const open = sessions.get(sessionKey(email, password));
  if (open && isFresh(open)) {
    const { openedAt: _, ...cookie } = open;
    await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: "Lax" }]);
    // The session may have ended in the meantime.
    if ((await page.request.get("/api/auth/me")).ok()) return;
  }
  const response = await page.request.post("/api/auth/login", { data: { email, password } });
  expect(response.ok(), await response.text()).toBe(true);
  keepSession(response, email, password);
}

/** Waits until the app, which handles keys and clicks, has replaced the server's HTML. */
export async function appReady(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Skip to content" })).toBeAttached();
  await expect(page.locator("main h1").first()).toBeVisible();
}

/** Publishes a post through the API and returns its id. */
export async function newPost(member: ApiMember, fields: object = {}): Promise<string> {
  const body = {
    title: `A question ${randomUUID().slice(0, 6)}`,
    content: "What is it?",
    tags: ["postgresql"],
    ...fields,
  };
  const { post } = await member.post("/posts", body);
  return idOf(post);
}

export async function newAnswer(member: ApiMember, postId: string, content: string): Promise<string> {
  const { answer } = await member.post(`/posts/${postId}/answers`, { content });
  return idOf(answer);
}

export function idOf(value: unknown): string {
  if (typeof value === "object" && value !== null && "id" in value && typeof value.id === "string") return value.id;
  throw new Error(`no id in ${JSON.stringify(value)}`);
}

/** Chooses a tag in the selector by keyboard, because its list moves with the page. */
export async function chooseTag(page: Page, tag: string): Promise<void> {
  const field = page.getByRole("combobox", { name: "Tags" });
  await field.fill(tag);
  const first = page.getByRole("option").first();
  await expect(first).toHaveText(tag);
  await field.press("ArrowDown");
  await expect(first).toHaveAttribute("data-combobox-selected", "true");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await field.press("Escape");
}

export async function newComment(member: ApiMember, postId: string, content: string): Promise<string> {
  const { comment } = await member.post(`/posts/${postId}/comments`, { content });
  return idOf(comment);
}

/** A server failure without a message, as a mutation receives it. */
export const wordless = {
  status: 500,
  contentType: "application/json",
  body: JSON.stringify({ error: { message: "", code: -32603, data: {} } }),
};
