import { expect, type Page, test } from "@playwright/test";
import { visitRoute } from "./routes.support.ts";
import { DEMO_PASSWORD, demoEmail, enter } from "./support.ts";

const plain = (text: string | null) => (text ?? "").replace(/\s/g, " ");

const amount = (page: Page) => page.getByRole("textbox", { name: /SOL|Amount/ }).first();

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

    test("dates, clock and amounts are localized while the text stays English; a typed amount is read correctly or questioned, never a thousand times off", async ({
      page,
    }) => {
      await enter(page, demoEmail("amara"), DEMO_PASSWORD);
      await page.goto("/community");
      // A time's hover has the date with the clock.
      const time = page.getByRole("list", { name: "Posts" }).locator("time").first();
      await expect(time).toHaveText(/ago|just now/);
      expect(plain(await time.getAttribute("title"))).toMatch(date);

      await visitRoute(page, "/wallet");
      await expect(amount(page)).toBeVisible();
      const main = page.locator("main");
      await expect(main.getByText(/BBUX/).filter({ hasText: decimal }).first()).toBeVisible();
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
      // The field always has a decimal point; the arrow keys use its step.
      await amount(page).press("ArrowUp");
      await expect(amount(page)).toHaveValue(locale === "de-DE" ? "1.5010" : "1.501");
    });
  });
}
