import { expect, type Locator, type Page } from "@playwright/test";
import { enterAs } from "./moderation.support.ts";
import { moveMouseAway, test } from "./shared-page.support.ts";
import { type ApiMember, demoMember, freshName, newMember, newPost } from "./support.ts";
import { openPage, violations } from "./wallet.screens.support.ts";

/**
 * Finds what waits on any page, because other tests' members are newcomers, too. Their verdicts may move it to a page that was
 * looked at already, so after the last one comes the first again.
 */
async function find(page: Page, title: string): Promise<Locator> {
  const found = page.getByRole("article", { name: title });
  const first = page.getByRole("article").first();
  const onward = page.getByRole("button", { name: /^(Back to the first|Show the next ones)$/ }).last();
  const isHere = async () => {
    await expect(found.or(onward).first()).toBeVisible();
    return (await found.count()) > 0;
  };
  while (!(await isHere())) {
    const id = (await first.getAttribute("id")) ?? "";
    await onward.click();
    await expect(first).not.toHaveId(id);
  }
  return found;
}

type Listed = { items: { id: string; target: { id: string } }[]; next: string | null };

/** The review of a text, on whatever page of the queue. */
async function reviewOf(reviewer: ApiMember, targetId: string): Promise<string> {
  let after = "0";
  for (;;) {
    const { items, next } = (await reviewer.get(`/reviews?limit=100&after=${after}`)) as Listed;
    const found = items.find(({ target }) => target.id === targetId);
    if (found) return found.id;
    if (next === null) throw new Error(`nothing waits for a review of ${targetId}`);
    after = next;
  }
}

test("staff clear and flag what newcomers wrote, and two flags go to the moderators", { tag: "@gate" }, async ({
  page,
  request,
}) => {
  const author = await newMember(request, "author");
  const [fine, ad] = [freshName("Fine"), freshName("An ad")];
  await newPost(author, { title: fine });
  const adId = await newPost(author, { title: ad, content: "Buy at https://shop.example" });
  await enterAs(page, "teodor");
  await openPage(page, "/community");
  await page.getByRole("link", { name: "Reviews" }).click();
  // Until then, the feed shows the same titles.
  await expect(page.getByRole("heading", { level: 1, name: "Reviews" })).toBeVisible();
  // The rail covers what is beside it as long as the mouse is there.
  await moveMouseAway(page);
  const one = await find(page, fine);
  await expect(one.getByText("First contributions")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await one.getByRole("button", { name: "Clear" }).click();
  await expect(one).toHaveCount(0);

  const other = await find(page, ad);
  await expect(other.getByText("Has a link")).toBeVisible();
  await other.getByRole("button", { name: "Flag…" }).click();
  const dialog = page.getByRole("dialog", { name: "Flag this post?" });
  await dialog.getByLabel("Spam").check();
  await dialog.getByRole("button", { name: "Flag", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(other).toHaveCount(0);

  const maren = await demoMember(request, "maren");
  await maren.post(`/reviews/${await reviewOf(maren, adId)}/verdict`, { verdict: "flag", reason: "SPAM" });
  const { cases } = (await maren.get("/moderation/flags?limit=100")) as {
    cases: { target: { id: string }; flagCount: number }[];
  };
  expect(cases.find(({ target }) => target.id === adId)?.flagCount).toBe(2);
});
