import { expect, test } from "@playwright/test";
import { seasoned } from "./database.support.ts";
import { auditOf, enterAs } from "./moderation.support.ts";
import { tell } from "./story.support.ts";
import { type ApiMember, appReady, demoMember, enter, freshName, newMember, PASSWORD } from "./support.ts";
import { violations } from "./wallet.screens.support.ts";

test.describe("a member proposes a tag where they ask, staff approve it under another name, and the member asks with it", {
  tag: "@gate",
}, () => {
  const { pages } = tell(test, ["member", "staff"]);
  const wanted = freshName("Zugzwang");
  const better = wanted.toLowerCase();
  let member: ApiMember;

  test("the member proposes it", async ({ request }) => {
    const page = pages.member;
    member = await newMember(request, "tagger");
    await seasoned(member.id);
    await enter(page, member.email, PASSWORD);
    await page.goto("/posts/create");
    await appReady(page);
    await page.getByRole("combobox", { name: /^Tags/ }).fill(wanted);
    await page.getByRole("button", { name: "Propose this tag" }).click();
    const dialog = page.getByRole("dialog", { name: "Propose a tag" });
    await expect(dialog.getByLabel("Name")).toHaveValue(wanted);
    await dialog.getByLabel("Description").fill("The side to move loses");
    await dialog.getByLabel("Why it's needed").fill("No tag is about chess");
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Propose it" }).click();
    await expect(dialog).toHaveCount(0);
  });

  test("an admin approves it", async () => {
    const desk = pages.staff;
    await enterAs(desk, "maren");
    await desk.goto("/moderation?tab=tags");
    const waiting = desk.getByRole("article", { name: wanted });
    await expect(waiting).toContainText("No tag is about chess");
    expect(await violations(desk)).toEqual([]);
    await waiting.getByRole("button", { name: "Approve it" }).click();
    const approving = desk.getByRole("dialog", { name: "Add this tag?" });
    await approving.getByLabel("Name").fill(better);
    await approving.getByRole("button", { name: "Add the tag" }).click();
    await expect(waiting).toHaveCount(0);
    await desk.goto(auditOf(member));
    await expect(desk.getByText(`approved the tag “${better}” that ${member.username} proposed`)).toBeVisible();
  });

  test("the member reads of it", async () => {
    const page = pages.member;
    await page.goto("/notifications");
    const news = page.getByRole("link", { name: new RegExp(`${wanted}.*is added as .*${better}`) });
    await news.click();
    await expect(page).toHaveURL(/\/tags$/);
    const own = page.getByRole("region", { name: "Your proposed tags" });
    await expect(own).toContainText("Approved");
    expect(await violations(page)).toEqual([]);
    await own.getByRole("link", { name: better }).click();
    await expect(page).toHaveURL(new RegExp(`/community\\?tags=${better}`));
  });

  test("the member asks with it", async ({ request }) => {
    const page = pages.member;
    await page.goto("/posts/create");
    await appReady(page);
    await page.getByLabel("Title").fill(freshName("Who moves"));
    await page.getByRole("textbox", { name: "Content" }).fill("Neither side wants to move.");
    await page.getByRole("combobox", { name: /^Tags/ }).fill(better);
    await page.keyboard.press("Enter");
    // Enter looks the tag up first.
    await expect(page.getByText("1/10")).toBeVisible();
    await page.getByRole("button", { name: "Post question" }).click();
    await page.waitForURL(/\/posts\/\d+$/);
    await expect(page.getByRole("link", { name: better }).first()).toBeVisible();

    const maren = await demoMember(request, "maren");
    const { proposals } = (await maren.get("/moderation/tag-proposals?status=decided&limit=100")) as {
      proposals: { name: string; tag: string | null }[];
    };
    expect(proposals.find(({ name }) => name === wanted)?.tag).toBe(better);
  });
});
