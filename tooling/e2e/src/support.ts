import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";

/** What every demo sign-in has in common; the server prints it when it starts. */
export const DEMO_PASSWORD = "demo-password-1";
export const demoEmail = (username: string) => `${username}@demo.example`;
export const PASSWORD = "correct horse battery";

/** A name that no other test has. */
export function freshName(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 8)}`;
}

/** A member who calls the API with a bearer token, as an integrator would. */
export interface ApiMember {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  post(path: string, data?: object): Promise<Record<string, unknown>>;
  put(path: string, data: object): Promise<void>;
  get(path: string): Promise<Record<string, unknown>>;
}

async function signedIn(request: APIRequestContext, email: string, password: string): Promise<ApiMember> {
  const login = await request.post("/api/auth/login", { data: { email, password }, headers: { cookie: "" } });
  expect(login.ok(), await login.text()).toBe(true);
  const { token, user } = await login.json();
  const headers = { authorization: `Bearer ${token}`, cookie: "" };
  return {
    id: user.id,
    username: user.username,
    email,
    async post(path, data) {
      const response = await request.post(`/api${path}`, { headers, ...(data && { data }) });
      expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
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

export function demoMember(request: APIRequestContext, username: string): Promise<ApiMember> {
  return signedIn(request, demoEmail(username), DEMO_PASSWORD);
}

/** Opens an account by the API. */
export async function newMember(request: APIRequestContext, prefix = "e2e"): Promise<ApiMember> {
  const username = freshName(prefix);
  const email = `${username}@example.org`;
  const data = { username, email, password: PASSWORD };
  const response = await request.post("/api/auth/signup", { data, headers: { cookie: "" } });
  expect(response.ok(), await response.text()).toBe(true);
  return signedIn(request, email, PASSWORD);
}

/** Signs in by the screen and waits until the app knows it. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/profile");
}

/** Signs the browser in without its screen, for tests of something else. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  const response = await page.request.post("/api/auth/login", { data: { email, password } });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Waits until the page is the app's, which hears keys and clicks, not what the server wrote for the moment before. */
export async function appReady(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Skip to content" })).toBeAttached();
  await expect(page.locator("main h1").first()).toBeVisible();
}

/** Publishes a post by the API and gives its id. */
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

/** Chooses a tag in the selector by the keyboard, as its list moves with the page. */
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

/** A failure of the server's without words, as a mutation gets it. */
export const wordless = {
  status: 500,
  contentType: "application/json",
  body: JSON.stringify({ error: { message: "", code: -32603, data: {} } }),
};
