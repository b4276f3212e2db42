import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { inDatabase } from "./database.support.ts";
import { newJudge } from "./moderation.support.ts";
import { tell } from "./story.support.ts";
import { chooseTag, demoMember, idOf, newPost, signUp } from "./support.ts";
import { freshAddress, memberWith, openPage, submitSale } from "./wallet.screens.support.ts";

/** Has the member in the browser answer two questions, and five others of whom each counts upvote both. */
async function earnUpvotes(page: Page, request: APIRequestContext): Promise<void> {
  const asker = await demoMember(request, "maren");
  const voters = [asker, await demoMember(request, "teodor")];
  while (voters.length < 5) voters.push(await newJudge(request, "moderator"));
  for (let nth = 0; nth < 2; nth++) {
    const postId = await newPost(asker);
    const headers = { origin: new URL(page.url()).origin };
    const data = { content: "I found this out on my first day." };
    const response = await page.request.post(`/api/posts/${postId}/answers`, { headers, data });
    const answerId = idOf((await response.json()).answer);
    for (const voter of voters) await voter.post(`/posts/${postId}/answers/${answerId}/vote`, { value: 1 });
  }
}

test.describe("a newcomer signs up, confirms the address, asks, and becomes an established member who reviews others", {
  tag: "@gate",
}, () => {
  const { pages } = tell(test, ["newcomer"]);
  let username: string;
  const welcome = (page: Page) => page.getByRole("region", { name: "Welcome to BBUX" });

  test("choosing tags is the first of three steps", async () => {
    const page = pages.newcomer;
    username = await signUp(page, "newcomer");
    const steps = welcome(page);
    await expect(steps).toContainText("0 of 3 done");
    await steps.getByRole("link", { name: "Pick your tags" }).click();
    await expect(page.getByRole("combobox", { name: "Tags to follow" })).toBeFocused();
    await chooseTag(page, "postgresql");
    await page.getByRole("button", { name: "Follow these tags" }).click();
    await expect(steps).toContainText("1 of 3 done");
  });

  test("reading a question is the second", async () => {
    const page = pages.newcomer;
    const steps = welcome(page);
    await openPage(page, "/community");
    const noted = page.waitForResponse((response) => response.url().includes("welcome.read"));
    await page
      .getByRole("list", { name: "Posts" })
      .getByRole("article")
      .first()
      .getByRole("heading")
      .getByRole("link")
      .click();
    await page.waitForURL(/\/posts\/\d+/);
    await noted;
    await openPage(page, "/profile");
    await expect(steps).toContainText("2 of 3 done");
  });

  test("they can be hidden, and come back", async () => {
    const page = pages.newcomer;
    const steps = welcome(page);
    await steps.getByRole("button", { name: "Hide the first steps" }).click();
    await expect(steps).toHaveCount(0);
    await page.reload();
    await page.getByRole("button", { name: `Account of ${username}` }).click();
    await page.getByRole("menuitem", { name: "Getting started (2 of 3)" }).click();
    await expect(steps).toBeVisible();
    await expect(page).toHaveURL(/\/community/);
  });

  test("the address is confirmed", async () => {
    const page = pages.newcomer;
    await openPage(page, "/settings?tab=account");
    await expect(page.getByText("You're a new member.")).toBeVisible();
    const line = page.getByRole("note").filter({ hasText: "Confirm your email" });
    await line.getByRole("link", { name: "Confirm email" }).click();
    await page.getByRole("button", { name: "Confirm email address" }).click();
    await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  });

  test("a question is asked", async () => {
    const page = pages.newcomer;
    await openPage(page, "/posts/create");
    const title = `How does ${username} begin?`;
    await page.getByLabel("Title").fill(title);
    await page.getByRole("textbox", { name: "Content" }).fill("I have just arrived.");
    await chooseTag(page, "postgresql");
    await page.getByRole("button", { name: "Post question" }).press("Enter");
    await page.waitForURL(/\/posts\/\d+$/);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  });

  test("votes and a week make the newcomer established", async ({ request }) => {
    const page = pages.newcomer;
    await openPage(page, "/settings?tab=account");
    await expect(page.getByText("You're a verified member.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Reviews" })).toHaveCount(0);
    await earnUpvotes(page, request);
    const trust = await (await page.request.get("/api/profile/trust")).json();
    expect(trust).toMatchObject({ level: "verified", next: { points: 50, pointsNeeded: 50 } });
    // Only the account's first week isn't over.
    await inDatabase(async (db) => {
      const created_at = new Date(Date.now() - 8 * 86_400_000);
      await db.updateTable("users").set({ created_at }).where("username", "=", username).execute();
    });
    await page.reload();
    await expect(page.getByText("You're an established member.")).toBeVisible();
    await openPage(page, "/reviews");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "Reviews" })).toBeVisible();
  });
});

test("a member limits withdrawals to listed addresses, and is told why another is refused", async ({
  page,
  request,
}) => {
  await memberWith(page, request, 5);
  const own = freshAddress();
  await openPage(page, "/settings?tab=security");
  const section = page.getByRole("region", { name: "Withdrawal addresses" });
  await section.getByRole("textbox", { name: "Address" }).fill(own);
  await section.getByRole("textbox", { name: "Label" }).fill("My ledger");
  await section.getByRole("button", { name: "Add address" }).click();
  await expect(section.getByRole("listitem").filter({ hasText: "My ledger" })).toContainText("Can be used from");
  const onlyThese = section.getByRole("switch", { name: "Only withdraw to these addresses" });
  await onlyThese.click();
  await expect(onlyThese).toBeChecked();
  await expect(section.getByText("No address on the list can be used yet")).toBeVisible();

  await openPage(page, "/wallet");
  await page.getByRole("tab", { name: "Sell", exact: true }).click();
  await page.getByLabel("Amount in BBUX").fill("2");
  await page.getByLabel("Destination address").fill(freshAddress());
  await submitSale(page);
  await expect(page.getByText("This address isn't on your allow-list.")).toBeVisible();
});
