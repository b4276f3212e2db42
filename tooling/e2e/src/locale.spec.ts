import { expect, type Page, test } from "@playwright/test";
import { visitRoute } from "./routes.support.ts";
import { DEMO_PASSWORD, demoEmail, enter } from "./support.ts";
import { changeAnswer } from "./wallet.screens.support.ts";

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
      baseURL,
    }) => {
      // Chosen, because a German reader would get German.
      await page.context().addCookies([{ name: "bbux_language", value: "en", url: baseURL ?? "" }]);
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
      for (const typed of doubtful) {
        await amount(page).fill(typed);
        await amount(page).press("Enter");
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

/** Returns which of these parts of a row cover each other, and which parts reach into the page's margin. */
function misplaced(page: Page, row: string, parts: string): Promise<readonly string[]> {
  return page.evaluate(
    ([row, parts]) => {
      const margin = 16;
      const found: string[] = [];
      const say = (fault: string, one: Element | undefined) =>
        found.push(`${fault} at ${innerWidth} px: ${one?.textContent?.trim()}`);
      for (const line of document.querySelectorAll(row)) {
        const boxes = [...line.querySelectorAll(parts)]
          .map((one) => ({ one, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 1);
        for (const [index, { one, box }] of boxes.entries()) {
          if (box.right > innerWidth - margin + 0.5) say("in the margin", one);
          const covers = ({ box: other }: { box: DOMRect }) =>
            Math.min(box.right, other.right) > Math.max(box.left, other.left) + 0.5 &&
            Math.min(box.bottom, other.bottom) > Math.max(box.top, other.top) + 0.5;
          if (boxes.slice(index + 1).some(covers)) say("covered", one);
        }
      }
      const { scrollWidth } = document.documentElement;
      if (scrollWidth > innerWidth) say(`${scrollWidth} px wide`, undefined);
      return found;
    },
    [row, parts] as const,
  );
}

test.describe("on a phone", () => {
  for (const { language, title } of [
    { language: "de", title: "Transaktionen" },
    { language: "es", title: "Transacciones" },
    { language: "ja", title: "取引履歴" },
  ]) {
    test(`in ${language}, a row's bounty leaves its counts uncovered, a visitor's buttons stay within the margin, and a statement with a large amount and a fee fits`, async ({
      page,
      baseURL,
    }) => {
      await page.context().addCookies([{ name: "bbux_language", value: language, url: baseURL ?? "" }]);
      const everywhere = async (row: string, parts: string) => {
        for (const width of [360, 390]) {
          await page.setViewportSize({ width, height: 800 });
          await expect.poll(() => misplaced(page, row, parts)).toEqual([]);
        }
      };
      await page.goto("/community?hasBounty=true");
      await expect(page.locator("article [data-look]").first()).toBeVisible();
      await everywhere("article", "[data-accepted], [data-look]");
      await everywhere("header", "[data-variant=default], a[href*=signup]");

      await enter(page, demoEmail("kenji"), DEMO_PASSWORD);
      await changeAnswer(page, "wallet.allTransactions", ({ transactions }: { transactions: object[] }) => {
        const large = { amount: "-1234567.123456789", balanceAfter: "1234567.123456789", fee: "61728.35617284" };
        Object.assign(transactions[0] ?? {}, { type: "withdrawal", status: "pending", ...large });
      });
      await page.goto("/transactions");
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.locator("table tbody tr").first()).toContainText(/61.?728/);
      await everywhere("table tbody tr", ":scope > *");
      await page.unrouteAll({ behavior: "ignoreErrors" });
    });
  }
});
