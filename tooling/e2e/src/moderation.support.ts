import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { moveMouseAway } from "./shared-page.support.ts";
import {
  type ApiMember,
  DEMO_PASSWORD,
  demoEmail,
  demoMember,
  enter,
  freshName,
  newMember,
  newPost,
  PASSWORD,
} from "./support.ts";

/** Creates a member with a role from the demo's admin. */
export async function newJudge(request: APIRequestContext, role: "moderator" | "admin"): Promise<ApiMember> {
  // A name that only digits follow would sound official.
  const member = await newMember(request, `some-${role}`);
  await giveRole(request, member, role);
  return member;
}

export async function giveRole(request: APIRequestContext, { id }: ApiMember, role: string): Promise<void> {
  await (await demoMember(request, "maren")).put(`/admin/users/${id}/role`, { role });
}

/** Creates a new member's post that another member has flagged. */
export async function flaggedPost(request: APIRequestContext, fields: object = {}) {
  const author = await newMember(request, "author");
  const title = freshName("A case");
  const postId = await newPost(author, { title, ...fields });
  await flag(await newMember(request, "reporter"), "post", postId);
  return { author, postId, title };
}

export function flag(reporter: ApiMember, targetType: string, targetId: string, reason = "SPAM") {
  return reporter.post("/flags", { targetType, targetId, reason, note: `Flagged by ${reporter.username}` });
}

/** Finds a case on any page of the queue, because other tests flag content too. */
export async function findCase(page: Page, title: string): Promise<Locator> {
  const found = page.getByRole("article", { name: title });
  const next = page.getByRole("link", { name: "Next page" });
  await expect(page.getByRole("article").first()).toBeVisible();
  while ((await found.count()) === 0 && (await next.count()) > 0) {
    const first = (await page.getByRole("article").first().getAttribute("id")) ?? "";
    await next.click();
    await expect(page.getByRole("article").first()).not.toHaveId(first);
  }
  await expect(found).toBeVisible();
  return found;
}

/** Fills in the reason, and submits. */
export async function giveReason(page: Page, dialog: Locator, button: string, reason: string): Promise<void> {
  await dialog.getByRole("textbox").first().fill(reason);
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Returns the audit log's entries about a member, as sentences in the panel. */
export function auditOf({ username }: ApiMember): string {
  return `/admin?tab=audit&subject=${username}`;
}

/** Signs the browser in as a demo member or a new member, replacing any session. */
export async function enterAs(page: Page, who: string | ApiMember): Promise<void> {
  await page.context().clearCookies();
  await moveMouseAway(page);
  await (typeof who === "string" ? enter(page, demoEmail(who), DEMO_PASSWORD) : enter(page, who.email, PASSWORD));
}
