import { generateKeyPairSync } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { type ApiMember, enter, newMember, PASSWORD } from "./support.ts";

/** Has the local chain pay to an address; gives the transaction's signature. */
export async function airdrop(member: ApiMember, address: string, sol: number): Promise<string> {
  const { result } = await ask(member, "requestAirdrop", [address, Math.round(sol * 1e9)]);
  expect(result).toEqual(expect.any(String));
  return String(result);
}

/** SOL at an address, as the chain has it. */
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

/** A new member, signed in in the browser, with so much BBUX bought on the chain. */
export async function memberWith(page: Page, request: APIRequestContext, sol: number): Promise<ApiMember> {
  const member = await newMember(request, "wallet");
  if (sol > 0) {
    await airdrop(member, await depositAddress(member), sol);
    await expect.poll(async () => (await member.get("/wallet")).balance, { timeout: 30_000 }).toBe(sol);
  }
  await enter(page, member.email, PASSWORD);
  return member;
}

const SIGNS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** An address that nobody has used yet. */
export function freshAddress(): string {
  const { x } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  let number = BigInt(`0x${Buffer.from(x ?? "", "base64url").toString("hex")}`);
  let text = "";
  for (; number > 0n; number /= 58n) text = `${SIGNS[Number(number % 58n)]}${text}`;
  // A key that begins with a zero has a sign more.
  return text.padStart(32, "1");
}

/** What axe calls serious, in what these pages bring themselves. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).exclude("nav").exclude("header").analyze();
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) => `${new URL(page.url()).pathname}: ${id} at ${nodes.map(({ target }) => target).join("; ")}`,
    );
}

/** A page with all that belongs on it. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main").locator(".mantine-Skeleton-root").filter({ visible: true })).toHaveCount(0);
}

/** Changes what a procedure answers on its way, alone or in a batch. */
export async function amend(page: Page, procedure: string, change: (data: never) => void): Promise<void> {
  await page.route(new RegExp(`/api/trpc/[^?]*${procedure.replace(".", "\\.")}`), async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const names = new URL(route.request().url()).pathname.split("/trpc/")[1]?.split(",") ?? [];
    const list = Array.isArray(answer) ? answer : [answer];
    for (const [index, name] of names.entries()) if (name === procedure) change(list[index].result.data as never);
    await route.fulfill({ response, json: answer });
  });
}
