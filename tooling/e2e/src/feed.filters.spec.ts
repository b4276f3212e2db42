import { expect, type Page, test } from "@playwright/test";
import { freshName, newAnswer, newMember, newPost } from "./support.ts";

const rows = (page: Page) => page.getByRole("list", { name: "Posts" }).getByRole("article");
const chip = (page: Page, label: string) => page.getByRole("button", { name: `Clear ${label}` });

async function openFilters(page: Page) {
  await page.getByRole("button", { name: /^Filters/ }).click();
  const panel = page.getByRole("dialog");
  await expect(panel).toBeVisible();
  return panel;
}

/** The present result, as the API gives it for the same address. */
async function expected(page: Page, query: string): Promise<string[]> {
  const { posts } = await (await page.request.get(`/api/posts?${query}`)).json();
  return posts.map(({ id }: { id: string }) => `post-${id}`);
}

const shown = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => row.getAttribute("aria-labelledby")));

test.describe("the feed's filters [C2.082 C2.083 C2.084 C2.085]", () => {
  for (const { id, group, label, query, url } of [
    { id: "C2.082 C4.15", group: "Status", label: "Completed", query: "filter=CLAIMED", url: /filter=claimed/ },
    { id: "C2.082", group: "Status", label: "Closed", query: "filter=closed", url: /filter=closed/ },
    {
      id: "C2.083 C9.05",
      group: "Posted in the past",
      label: "7 days",
      query: "dateRange=week",
      url: /dateRange=week/,
    },
    { id: "C2.084", group: "Sort by", label: "Oldest", query: "sort=oldest", url: /sort=oldest/ },
    { id: "C2.084", group: "Sort by", label: "Most voted", query: "sort=votes", url: /sort=mostVoted/ },
    { id: "C2.085", group: "Bounty", label: "With", query: "hasBounty=true", url: /hasBounty=true/ },
    { id: "C2.085", group: "Bounty", label: "Without", query: "hasBounty=false", url: /hasBounty=false/ },
  ]) {
    test(`narrow or order it by ${group}: ${label}, in the URL [${id}]`, async ({ page }) => {
      await page.goto("/community");
      await expect(rows(page)).toHaveCount(10);
      const panel = await openFilters(page);
      await panel.getByRole("radiogroup", { name: group }).getByText(label, { exact: true }).click();
      await expect(page).toHaveURL(url);
      await expect.poll(() => shown(page)).toEqual(await expected(page, query));
      const address = page.url();
      await page.goto("/");
      await page.goto(address);
      await expect.poll(() => shown(page)).toEqual(await expected(page, query));
    });
  }

  test("take tags, of which a post has any, and give each a chip; back takes it off again [C2.086]", async ({
    page,
  }) => {
    await page.goto("/community");
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
    await expect.poll(() => shown(page)).toEqual(await expected(page, "tags=rust,security"));
    await chip(page, "rust").click();
    await expect.poll(() => shown(page)).toEqual(await expected(page, "tags=security"));
    await page.goBack();
    await expect(chip(page, "rust")).toBeVisible();
    await expect.poll(() => shown(page)).toEqual(await expected(page, "tags=rust,security"));
  });

  test("are reset all at once, to the most voted first [C9.04]", async ({ page }) => {
    await page.goto("/community?search=rust&filter=open&dateRange=year&hasBounty=true&tags=rust&page=1");
    const panel = await openFilters(page);
    await panel.getByRole("button", { name: "Reset filters" }).click();
    await expect(page).toHaveURL(/\/community\?sort=mostVoted$/);
    await expect(panel.getByRole("radio", { name: "Most voted" })).toBeChecked();
    await expect.poll(() => shown(page)).toEqual(await expected(page, "sort=mostVoted"));
    await expect(page.getByRole("button", { name: /^Clear / })).toHaveCount(0);
  });

  test("say so when nothing matches, and let go of all of them", async ({ page }) => {
    await page.goto(`/community?search=${freshName("nothing")}&filter=open`);
    await expect(page.getByText("No posts match")).toBeVisible();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await expect(rows(page)).toHaveCount(10);
  });

  test("with a search full of typing errors say what was searched for instead", async ({ page }) => {
    await page.goto("/community?search=postgrsql");
    await expect(page.getByText("Showing results for postgresql")).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
  });
});

test.describe("the export", () => {
  for (const [label, format, type] of [
    ["CSV", "csv", "text/csv"],
    ["JSON", "json", "application/json"],
    ["Markdown", "md", "text/markdown"],
  ] as const) {
    test(`gives the present result as ${label} [C2.087]`, async ({ page, request }) => {
      const word = freshName("export").replace("-", "");
      const member = await newMember(request);
      const id = await newPost(member, { title: `Only ${word}` });
      await newAnswer(member, id, "An answer");
      await page.goto(`/community?search=${word}`);
      await expect(rows(page)).toHaveCount(1);
      await page.getByRole("button", { name: "Export", exact: true }).click();
      const download = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: label }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${format}$`));
      const answer = await page.request.get(file.url());
      expect(answer.headers()["content-type"]).toContain(type);
      const text = await answer.text();
      expect(text).toContain(word);
      expect(text.match(/Only export/g)).toHaveLength(1);
    });
  }
});
