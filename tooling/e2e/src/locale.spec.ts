import { expect, type Page, test } from "@playwright/test";
import { DEMO_PASSWORD, demoEmail, enter } from "./support.ts";

const plain = (text: string | null) => (text ?? "").replace(/\s/g, " ");

/** The hover of the first post's time in the feed: an absolute date with the clock. */
async function firstTime(page: Page): Promise<{ words: string; exact: string }> {
  await page.goto("/community");
  const time = page.getByRole("list", { name: "Posts" }).locator("time").first();
  return { words: plain(await time.textContent()), exact: plain(await time.getAttribute("title")) };
}

const amount = (page: Page) => page.getByRole("textbox", { name: /SOL|Amount/ }).first();

async function wallet(page: Page): Promise<void> {
  await enter(page, demoEmail("amara"), DEMO_PASSWORD);
  await page.goto("/wallet");
  await expect(amount(page)).toBeVisible();
}

for (const { locale, date, decimal, doubtful } of [
  { locale: "en-GB", date: /^\d{1,2} [A-Z][a-z]+ \d{4} at \d{2}:\d{2} /, decimal: /\d\.\d{2,}/, doubtful: ["1,234"] },
  {
    locale: "en-US",
    date: /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{2}:\d{2} [AP]M /,
    decimal: /\d\.\d{2,}/,
    doubtful: ["1,234"],
  },
  {
    locale: "de-DE",
    date: /^\d{1,2}\. [A-Z]\p{L}+ \d{4} um \d{2}:\d{2} /u,
    decimal: /\d,\d{2,}/,
    doubtful: ["1,234", "1.234"],
  },
]) {
  test.describe(`for a reader from ${locale}`, () => {
    test.use({ locale });

    test("dates, clock and amounts are as there; the words stay English", async ({ page }) => {
      const { words, exact } = await firstTime(page);
      expect(words).toMatch(/ago|just now/);
      expect(exact).toMatch(date);
      await wallet(page);
      const balance = page.locator("main").getByText(/BBUX/).filter({ hasText: decimal }).first();
      await expect(balance).toBeVisible();
    });

    test("an amount is read as it is meant, or asked after, never a thousand times off", async ({ page }) => {
      await wallet(page);
      const main = page.locator("main");
      const submit = main
        .locator("form")
        .first()
        .getByRole("button", { name: /Buy|Deposit|Continue/ })
        .last();
      for (const typed of doubtful) {
        await amount(page).fill(typed);
        await submit.click();
        await expect(main.getByText(`“${typed}” can be read in two ways. Please write 1234 or 1.2340`)).toBeVisible();
      }
      await amount(page).fill("1,5");
      await expect(main.getByText(/can be read in two ways/)).toHaveCount(0);
      await expect(main.getByText(locale === "de-DE" ? /1,5000 BBUX/ : /1\.5000 BBUX/).first()).toBeVisible();
      // What the field shows has a point for everybody; the arrows go by its step.
      await amount(page).press("ArrowUp");
      await expect(amount(page)).toHaveValue(locale === "de-DE" ? "1.5010" : "1.501");
    });
  });
}
