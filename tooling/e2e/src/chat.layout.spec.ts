import { expect, type Page } from "@playwright/test";
import {
  act,
  chat,
  field,
  message,
  openChat,
  opener,
  post,
  say,
  standInForPictures,
  standInForSearch,
} from "./chat.support.ts";
import { seriousInTheDark, seriousViolations, widerThanAPhone } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, freshName, newMember, PASSWORD } from "./support.ts";

async function noSerious(page: Page, what: string, dark = true): Promise<void> {
  const found = [...(await seriousViolations(page)), ...(dark ? await seriousInTheDark(page) : [])];
  expect(found.map((text) => `${what}: ${text}`)).toEqual([]);
}

test("the chat has no serious accessibility violation in light and dark: messages, menus, pickers, rooms [C2.109 C2.110 C2.111]", async ({
  page,
  request,
}) => {
  const [member, other] = [await newMember(request, "axe"), await newMember(request, "other")];
  await enter(page, member.email, PASSWORD);
  await standInForPictures(page);
  await standInForSearch(page);
  await visit(page, "/chat/global-chat");
  await expect(page.getByRole("heading", { level: 1, name: "Chat" })).toBeVisible();
  const word = freshName("axe");
  await post(other, `${word} @${member.username} **bold** \`code\`\n\`\`\`\nfenced\n\`\`\``);
  await expect(message(page, word)).toBeVisible();
  await say(page, freshName("mine"));
  await noSerious(page, "the talk");
  await message(page, word).hover();
  await message(page, word)
    .getByRole("button", { name: /^More about/ })
    .click();
  await expect(page.getByRole("menuitem", { name: "Flag" })).toBeVisible();
  await noSerious(page, "the menu");
  await page.keyboard.press("Escape");
  await chat(page).getByRole("button", { name: "Emojis" }).click();
  await expect(chat(page).getByText("😀", { exact: true })).toBeVisible();
  await noSerious(page, "emojis");
  await chat(page).getByRole("button", { name: "GIFs" }).click();
  await chat(page).getByLabel("Search GIFs").fill("cat");
  await expect(chat(page).getByRole("button", { name: "cat 0", exact: true })).toBeVisible();
  await noSerious(page, "GIFs");
  await page.keyboard.press("Escape");
  await chat(page)
    .getByRole("button", { name: /^Global chat/ })
    .click();
  await expect(page.getByRole("menuitem", { name: /^Help/ })).toBeVisible();
  await noSerious(page, "rooms");
});

test("other members' messages can be flagged and answered by name, and have their own link", async ({
  page,
  request,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const [member, other] = [await newMember(request, "flags"), await newMember(request, "other")];
  await enter(page, member.email, PASSWORD);
  await visit(page, "/community");
  const word = freshName("spam");
  const id = await post(other, word);
  await openChat(page);
  await act(page, word, "Reply");
  await expect(field(page)).toHaveValue(`@${other.username} `);
  await act(page, word, "Copy link");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(`/chat/global-chat?at=${id}`);
  await act(page, word, "Flag");
  await page.getByRole("radio", { name: "Spam" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Flag" }).click();
  await expect(page.getByText("Thanks. A moderator will take a look.")).toBeVisible();
});

test("an open chat does not shift the page while it loads", async ({ page, request }) => {
  const member = await newMember(request, "still");
  await enter(page, member.email, PASSWORD);
  await page.goto("/community");
  await openChat(page);
  await page.goto("/community");
  await expect(field(page)).toBeVisible();
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle(), { timeout: 2_000 })));
  const shifts = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found: string[] = [];
        new PerformanceObserver((entries) => {
          for (const one of entries.getEntries()) {
            const value = "value" in one && typeof one.value === "number" ? one.value : 0;
            const sources = "sources" in one && Array.isArray(one.sources) ? one.sources : [];
            if (value > 0.02) found.push(`${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 120))}`);
          }
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(found), 500);
      }),
  );
  expect(shifts).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("the page of rooms shows each room's Open button whole", async ({ page, request }) => {
    const member = await newMember(request, "phone");
    await enter(page, member.email, PASSWORD);
    await page.goto("/chat");
    const buttons = page.getByRole("main").getByRole("button", { name: /^Open / });
    await expect(buttons.first()).toBeVisible();
    const hidden = await buttons.evaluateAll((all) =>
      all.flatMap((button) => [...button.querySelectorAll("*")].map((part) => part.scrollWidth - part.clientWidth)),
    );
    expect(hidden.length).toBeGreaterThan(0);
    expect(hidden.filter((width) => width > 0)).toEqual([]);
  });

  test("the chat is a sheet over the page, above the bottom bar, which stays usable [C2.034 C2.112]", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "phone");
    await enter(page, member.email, PASSWORD);
    await page.goto("/community");
    await openChat(page);
    const [sheet, bar] = [
      await chat(page).boundingBox(),
      await page.getByRole("navigation", { name: "Main" }).boundingBox(),
    ];
    expect(sheet).toMatchObject({ x: 0, y: 0, width: 360 });
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(bar?.y);
    expect(await widerThanAPhone(page)).toBe(0);
    // The page below is inert, and the on-screen keyboard doesn't open.
    await expect(field(page)).not.toBeFocused();
    await expect(page.locator("[inert] main")).toHaveCount(1);
    await say(page, freshName("thumb"));
    await noSerious(page, "the sheet", false);

    // It doesn't reopen over a page that was navigated to.
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" }).click();
    await expect(page).toHaveURL(/\/profile/);
    await expect(chat(page)).toHaveCount(0);
    await openChat(page);
    await page.reload();
    await expect(opener(page)).toBeVisible();
    await expect(chat(page)).toHaveCount(0);
    await page.goto("/docs");
    await openChat(page);
    const alone = await chat(page).boundingBox();
    expect((alone?.y ?? 0) + (alone?.height ?? 0)).toBe(740);
  });
});
