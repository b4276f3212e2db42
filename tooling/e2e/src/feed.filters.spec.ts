import { expect, type Page } from "@playwright/test";
import { callOf } from "./people.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, freshName, newAnswer, newMember, newPost, PASSWORD } from "./support.ts";

const rows = (page: Page) => page.getByRole("list", { name: "Posts" }).getByRole("article");
const chip = (page: Page, label: string) => page.getByRole("button", { name: `Clear ${label}` });

async function openFilters(page: Page) {
  await page.getByRole("button", { name: /^Filters/ }).click();
  const panel = page.getByRole("dialog");
  await expect(panel).toBeVisible();
  return panel;
}

/** Returns the current result from the API for the same URL. */
async function expected(page: Page, query: string): Promise<string[]> {
  const { posts } = await (await page.request.get(`/api/posts?${query}`)).json();
  return posts.map(({ id }: { id: string }) => `post-${id}`);
}

const shown = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => row.getAttribute("aria-labelledby")));

/** Compares the loaded page with the API, read one right after the other, because other tests post in the meantime. */
async function expectServed(page: Page, query: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    expect(await shown(page)).toEqual(await expected(page, query));
  }).toPass();
}

/** Returns the posts of the next list that the page loads. */
async function nextList(page: Page): Promise<string[]> {
  const response = await page.waitForResponse((one) => callOf("posts.list").test(one.url()));
  const names = new URL(response.url()).pathname.split("/trpc/")[1]?.split(",") ?? [];
  const { posts } = (await response.json())[names.indexOf("posts.list")].result.data;
  return posts.map(({ id }: { id: string }) => `post-${id}`);
}

const FILTERS = [
  { group: "Status", label: "Answered", query: "filter=CLAIMED", url: /filter=claimed/ },
  { group: "Status", label: "Closed", query: "filter=closed", url: /filter=closed/ },
  { group: "Posted in the past", label: "7 days", query: "dateRange=week", url: /dateRange=week/ },
  { group: "Sort by", label: "Oldest", query: "sort=oldest", url: /sort=oldest/ },
  { group: "Sort by", label: "Most voted", query: "sort=votes", url: /sort=mostVoted/ },
  { group: "Bounty", label: "With", query: "hasBounty=true", url: /hasBounty=true/ },
  { group: "Bounty", label: "Without", query: "hasBounty=false", url: /hasBounty=false/ },
] as const;

test("the feed's tabs keep the filters, For you asks for tags and then shows those questions, and highlights are beside the feed", async ({
  page,
  request,
}) => {
  const member = await newMember(request);
  const word = freshName("tabbed").replace("-", "");
  const id = await newPost(member, { title: `Waiting ${word}`, tags: ["physics", "rust"] });
  await enter(page, member.email, PASSWORD);
  await visit(page, "/community?hasBounty=false");
  await expect(rows(page)).toHaveCount(10);
  const tabs = page.getByRole("navigation", { name: "Questions to show" });
  await tabs.getByRole("link", { name: "Unanswered" }).press("Enter");
  await expect(page).toHaveURL(/\/community\?(?=.*tab=unanswered)(?=.*hasBounty=false)/);
  await expect(tabs.getByRole("link", { name: "Unanswered" })).toHaveAttribute("aria-current", "page");
  await expectServed(page, "tab=unanswered&hasBounty=false");
  await page.goBack();
  await expect(tabs.locator("[aria-current]")).toHaveText("Newest");
  await tabs.getByRole("link", { name: "Ending soon" }).click();
  await chip(page, "Without bounty").click();
  await expectServed(page, "tab=endingSoon");
  const side = page.getByRole("complementary", { name: "Community highlights" });
  await expect(side.getByRole("heading", { name: "Next bounties to end" })).toBeVisible();

  await tabs.getByRole("link", { name: "For you" }).click();
  await page.getByRole("combobox", { name: "Tags to follow" }).fill("physics");
  await page.getByRole("option", { name: "physics", exact: true }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Follow these tags" }).click();
  await expect(page.getByText("Following physics")).toBeVisible();
  await expect(page.locator(`[aria-labelledby="post-${id}"]`)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(side).toBeHidden();
  await page.goBack();
  await expect(tabs.locator("[aria-current]")).toHaveText("Ending soon");
  await expect(tabs.locator("[aria-current]")).toBeInViewport({ ratio: 1 });
});

test.describe("the feed's filters [C2.082 C2.083 C2.084 C2.085]", () => {
  test("filter or order it by status, age, order and bounty, in the URL [C2.082 C2.083 C2.084 C2.085 C4.15 C9.05]", async ({
    page,
  }) => {
    for (const { group, label, query, url } of FILTERS) {
      await test.step(`${group}: ${label}`, async () => {
        await visit(page, "/community");
        await expect(rows(page)).toHaveCount(10);
        const panel = await openFilters(page);
        const list = nextList(page);
        await panel.getByRole("radiogroup", { name: group }).getByText(label, { exact: true }).click();
        await expect(page).toHaveURL(url);
        const told = await list;
        await expect.poll(() => shown(page)).toEqual(told);
        await expectServed(page, query);
      });
    }
  });

  test("accept tags, of which a post has any, with a chip for each; the back button removes one [C2.086]", {
    tag: "@gate",
  }, async ({ page }) => {
    await visit(page, "/community");
    await expect(rows(page)).toHaveCount(10);
    const panel = await openFilters(page);
    const field = panel.getByRole("combobox", { name: "Any of these tags" });
    for (const tag of ["rust", "security"]) {
      await field.fill(tag);
      const option = page.getByRole("option", { name: tag, exact: true });
      await expect(option).toBeVisible();
      await option.click();
    }
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/tags=rust%2Csecurity/);
    await expectServed(page, "tags=rust,security");
    await chip(page, "rust").click();
    await expect(chip(page, "rust")).toHaveCount(0);
    await expectServed(page, "tags=security");
    await page.goBack();
    await expect(chip(page, "rust")).toBeVisible();
    await expectServed(page, "tags=rust,security");
  });

  test("are reset together, to the most voted first [C9.04]", async ({ page }) => {
    await visit(page, "/community?search=rust&filter=open&dateRange=year&hasBounty=true&tags=rust&page=1");
    const panel = await openFilters(page);
    await panel.getByRole("button", { name: "Reset filters" }).click();
    await expect(page).toHaveURL(/\/community\?sort=mostVoted$/);
    await expect(panel.getByRole("radio", { name: "Most voted" })).toBeChecked();
    await expectServed(page, "sort=mostVoted");
    await expect(page.getByRole("button", { name: /^Clear / })).toHaveCount(0);
  });

  test("say when nothing matches, and can then be cleared together", async ({ page }) => {
    await visit(page, `/community?search=${freshName("nothing")}&filter=open`);
    await expect(page.getByText("No questions match")).toBeVisible();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await expect(rows(page)).toHaveCount(10);
  });

  test("say what was searched for instead of a misspelled query", async ({ page, request }) => {
    // Words are learned once the server runs.
    const found = async () => (await (await request.get("/api/posts?search=postgrsql")).json()).pagination.total;
    await expect.poll(found).toBeGreaterThan(0);
    await visit(page, "/community?search=postgrsql");
    await expect(page.getByText("Showing results for postgresql")).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
  });
});

test("the export contains the current result as CSV, JSON and Markdown [C2.087]", { tag: "@gate" }, async ({
  page,
  request,
}) => {
  const word = freshName("export").replace("-", "");
  const member = await newMember(request);
  const id = await newPost(member, { title: `Only ${word}` });
  await newAnswer(member, id, "An answer");
  await visit(page, `/community?search=${word}`);
  await expect(rows(page)).toHaveCount(1);
  for (const [label, format, type] of [
    ["CSV", "csv", "text/csv"],
    ["JSON", "json", "application/json"],
    ["Markdown", "md", "text/markdown"],
  ] as const) {
    await page.getByRole("button", { name: "Export and feeds" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: label }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${format}$`));
    const answer = await page.request.get(file.url());
    expect(answer.headers()["content-type"]).toContain(type);
    const text = await answer.text();
    expect(text).toContain(word);
    expect(text.match(/Only export/g)).toHaveLength(1);
  }
});
