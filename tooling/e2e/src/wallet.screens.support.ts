import { generateKeyPairSync } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { seriousFaults } from "./axe.support.ts";
import { moveMouseAway, visit } from "./shared-page.support.ts";
import { type ApiMember, enter, newMember, PASSWORD } from "./support.ts";

/** Has the local chain pay to an address; returns the transaction's signature. */
export async function airdrop(member: ApiMember, address: string, sol: number): Promise<string> {
  const { result } = await ask(member, "requestAirdrop", [address, Math.round(sol * 1e9)]);
  expect(result).toEqual(expect.any(String));
  return String(result);
}

/** Returns the SOL at an address on the chain. */
export async function solAt(member: ApiMember, address: string): Promise<number> {
  const { result } = await ask(member, "getBalance", [address, { commitment: "confirmed" }]);
  return Number(Reflect.get(Object(result), "value")) / 1e9;
}

function ask(member: ApiMember, method: string, params: unknown[]): Promise<Record<string, unknown>> {
  return member.post("/wallet/solana-proxy", { jsonrpc: "2.0", id: 1, method, params });
}

export async function depositAddress(member: ApiMember): Promise<string> {
  return String((await member.get("/wallet")).platformAddress);
}

/** Sells what the form holds, after its review, once it knows the fee: until then it refuses. */
export async function submitSale(page: Page): Promise<void> {
  const selling = page.getByRole("region", { name: "Sell BBUX for SOL" });
  await expect(selling).toContainText("Fee (");
  await selling.getByRole("button", { name: "Review sale" }).click();
  const review = page.getByRole("dialog", { name: "Review your sale" });
  await review.getByRole("button", { name: /^Sell / }).click();
}

/** Creates a member, signed in in the browser, who has bought this much BBUX on the chain. */
export async function memberWith(page: Page, request: APIRequestContext, sol: number): Promise<ApiMember> {
  const member = await newMember(request, "wallet");
  if (sol > 0) await buy(member, sol);
  await enter(page, member.email, PASSWORD);
  return member;
}

/** Has a member without BBUX buy some. */
export async function buy(member: ApiMember, sol: number): Promise<void> {
  const signature = await airdrop(member, await depositAddress(member), sol);
  // Otherwise it's found only in the next scan of all addresses.
  await member.post("/wallet/confirm-deposit", { signature });
  await expect.poll(async () => (await member.get("/wallet")).balance, { intervals: [100] }).toBe(sol);
}

const SIGNS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Returns an address that nobody has used yet. */
export function freshAddress(): string {
  const { x } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const key = Buffer.from(x ?? "", "base64url");
  let number = BigInt(`0x${key.toString("hex")}`);
  let text = "";
  for (; number > 0n; number /= 58n) text = `${SIGNS[Number(number % 58n)]}${text}`;
  // A leading zero is its own character.
  return "1".repeat(key.findIndex((byte) => byte !== 0)) + text;
}

/** Returns axe's serious violations in what these pages bring themselves. */
export function violations(page: Page, { colors = false } = {}): Promise<string[]> {
  return seriousFaults(page, { exclude: ["nav", "header"], colors });
}

/** Expects no serious violation on a desktop and a phone, in light and dark, and no overflow at any width. */
export async function expectSound(page: Page, what = new URL(page.url()).pathname): Promise<void> {
  for (const width of [1_280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(over, `${what} at ${width}`).toBeLessThanOrEqual(0);
    if (width === 768) continue;
    expect(await violations(page), `${what} at ${width}`).toEqual([]);
    // A scheme changes colors, and those are the same at every width.
    if (width !== 1_280) continue;
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, { colors: true }), `${what} at ${width}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  }
  await page.setViewportSize({ width: 1_280, height: 800 });
}

/** Opens a fully loaded page. */
export async function openPage(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main").locator(".mantine-Skeleton-root").filter({ visible: true })).toHaveCount(0);
  await moveMouseAway(page);
}

/** Changes a procedure's response on its way, alone or in a batch. */
export async function changeAnswer(page: Page, procedure: string, change: (data: never) => unknown): Promise<void> {
  await page.route(new RegExp(`/api/trpc/[^?]*${procedure.replace(".", "\\.")}`), async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const names = new URL(route.request().url()).pathname.split("/trpc/")[1]?.split(",") ?? [];
    const list = Array.isArray(answer) ? answer : [answer];
    for (const [index, name] of names.entries()) if (name === procedure) await change(list[index].result.data as never);
    await route.fulfill({ response, json: answer });
  });
}
