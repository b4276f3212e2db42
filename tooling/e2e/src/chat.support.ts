import { expect, type Page, type Route } from "@playwright/test";
import type { ApiMember } from "./support.ts";

export const chat = (page: Page) => page.getByRole("complementary", { name: "Chat" });
export const opener = (page: Page) => page.getByRole("button", { name: /^Open chat/ });
export const field = (page: Page) => chat(page).getByRole("textbox", { name: "Message" });
export const send = (page: Page) => chat(page).getByRole("button", { name: "Send" });
export const list = (page: Page) => chat(page).getByRole("region", { name: "Messages" });
export const message = (page: Page, text: string | RegExp) =>
  chat(page).getByTestId("chat-message").filter({ hasText: text });

/** Opens the chat on a page, in the global chat unless the member was elsewhere. */
export async function openChat(page: Page): Promise<void> {
  await opener(page).click();
  await expect(field(page)).toBeVisible();
}

export async function changeRoom(page: Page, from: string, to: string): Promise<void> {
  await chat(page)
    .getByRole("button", { name: new RegExp(`^${from}`) })
    .click();
  await page.getByRole("menuitem", { name: new RegExp(`^${to}`) }).click();
  await expect(field(page)).toHaveAttribute("placeholder", `Message ${to}`);
}

/** Types and sends a message, and waits until it is shown. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
  await expect(message(page, text)).toBeVisible();
}

/** Opens the menu of a message. */
export async function act(page: Page, text: string, deed: string): Promise<void> {
  await message(page, text).hover();
  await message(page, text)
    .getByRole("button", { name: /^More about/ })
    .click();
  await page.getByRole("menuitem", { name: deed, exact: true }).click();
}

export async function post(member: ApiMember, content: string, room = "global-chat"): Promise<string> {
  const { message: sent } = await member.post(`/chat/${room}/messages`, { content });
  if (typeof sent === "object" && sent !== null && "id" in sent && typeof sent.id === "string") return sent.id;
  throw new Error("a message without an id");
}

/** One transparent pixel, in place of the GIF service's pictures. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=", "base64");
export const gifUrl = (name: string) => `https://media1.giphy.com/media/${name}/giphy.gif`;

/** Serves pictures of the GIF service's hosts locally, so that no test leaves the machine. */
export async function standInForPictures(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.context().route(/giphy\.com/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "image/gif", body: PIXEL });
  });
  return asked;
}

/** Responds to every GIF search with this many GIFs; returns the requests. */
export async function standInForSearch(
  page: Page,
  total = 45,
): Promise<{ q: string; offset: number; limit: number }[]> {
  const asked: { q: string; offset: number; limit: number }[] = [];
  await page.route(/gifs\.search/, async (route) => {
    const input = JSON.parse(new URL(route.request().url()).searchParams.get("input") ?? "{}")["0"];
    const { q, limit, offset = 0 } = input;
    asked.push({ q, limit, offset });
    const found = q === "nothing" ? 0 : total;
    const count = Math.max(0, Math.min(limit, found - offset));
    const gifs = Array.from({ length: count }, (_, index) => {
      const name = `${q}${offset + index}`;
      const previewUrl = gifUrl(name).replace("giphy.gif", "200w.gif");
      return { id: name, title: `${q} ${offset + index}`, url: gifUrl(name), previewUrl, width: 200, height: 150 };
    });
    await route.fulfill({ json: [{ result: { data: { gifs, pagination: { total: found, count, offset } } } }] });
  });
  return asked;
}

/** Refuses a call in the server's format; a query as a batch of one. */
export function refuse(route: Route, httpStatus: number, code: string, error: string, batch = false): Promise<void> {
  const body = { error: { message: error, code: -32603, data: { code, httpStatus, error } } };
  return route.fulfill({ status: httpStatus, json: batch ? [body] : body });
}

/** Waits for this many frames, so that everything that follows from an event has happened. */
export async function drawn(page: Page, times: number): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise((done) => requestAnimationFrame(done));
  }, times);
}
