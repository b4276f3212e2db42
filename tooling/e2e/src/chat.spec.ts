import { expect } from "@playwright/test";
import {
  act,
  changeRoom,
  chat,
  drawn,
  field,
  message,
  openChat,
  opener,
  post,
  say,
  send,
  standInForPictures,
  standInForSearch,
} from "./chat.support.ts";
import { visitRoute } from "./routes.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { tell } from "./story.support.ts";
import { type ApiMember, enter, freshName, newMember, PASSWORD } from "./support.ts";

/** The latest message in the global chat that contains this text, as the API returns it. */
async function stored(reader: ApiMember, text: string): Promise<unknown> {
  const { messages } = await reader.get("/chat/global-chat/messages?limit=50");
  if (!Array.isArray(messages)) throw new Error("no list of messages");
  return messages.findLast(({ content }) => content.includes(text));
}

test.describe("chat", () => {
  test.describe("lets two members talk live in text, emoji and GIF, edit and delete, without a reload [C2.109 C2.110 C2.111 C7.63 C5.36]", {
    tag: "@gate",
  }, () => {
    const story = tell(test, ["one", "two"]);
    const { pages } = story;
    const hello = freshName("hello");
    let ada: ApiMember;
    let bob: ApiMember;

    test("they open the chat on different pages", async () => {
      const { one, two } = pages;
      [ada, bob] = [await newMember(story.request, "ada"), await newMember(story.request, "bob")];
      for (const [page, member, path] of [
        [one, ada, "/community"],
        [two, bob, "/wallet"],
      ] as const) {
        await enter(page, member.email, PASSWORD);
        await page.goto(path);
        await standInForPictures(page);
        await openChat(page);
      }
      await standInForSearch(one);
    });

    test("text and emoji arrive", async () => {
      const { one, two } = pages;
      await field(one).fill(`  ${hello} @${bob.username} **look** at \`x\`   `);
      await send(one).click();
      const heard = message(two, hello);
      await expect(heard).toBeVisible();
      expect(await stored(bob, hello)).toMatchObject({
        content: `${hello} @${bob.username} **look** at \`x\``,
        messageType: "TEXT",
      });
      await expect(heard.getByRole("link", { name: ada.username, exact: true })).toHaveAttribute(
        "href",
        `/users/${ada.username}`,
      );
      await expect(heard.locator("strong")).toHaveText("look");
      await expect(heard).toHaveAttribute("data-calls", "true");
      await expect(heard.locator("time")).toHaveAttribute("title", /\d{4}/);

      // An emoji is inserted at the caret and sent with the message.
      const word = freshName("thanks");
      await field(two).fill(`${word} `);
      await chat(two).getByRole("button", { name: "Emojis" }).click();
      await chat(two)
        .getByRole("searchbox", { name: "Search emojis" })
        .or(chat(two).getByLabel("Search emojis"))
        .fill("party popper");
      await chat(two).getByRole("dialog", { name: "Emojis" }).getByText("🎉", { exact: true }).click();
      await expect(field(two)).toHaveValue(`${word} 🎉`);
      await expect(field(two)).toBeFocused();
      await field(two).press("Enter");
      await expect(message(one, `${word} 🎉`)).toBeVisible();
    });

    test("GIFs arrive, and play when asked", async () => {
      const { one, two } = pages;
      // Choosing a GIF sends it in the documented form, and it is shown as a picture.
      await chat(one).getByRole("button", { name: "GIFs" }).click();
      const title = freshName("dance");
      await chat(one).getByLabel("Search GIFs").fill(title);
      await chat(one)
        .getByRole("button", { name: `${title} 3`, exact: true })
        .click();
      await expect(chat(one).getByRole("img", { name: `GIF: ${title} 3` })).toBeVisible();
      await expect
        .poll(() => stored(bob, title))
        .toMatchObject({
          content: `[GIF: ${title} 3](https://media1.giphy.com/media/${title}3/giphy.gif)`,
          messageType: "GIF",
        });
      await expect(chat(one).getByRole("dialog")).toHaveCount(0);
      for (const page of [one, two]) {
        const picture = chat(page).getByRole("img", { name: `GIF: ${title} 3` });
        await expect(picture).toBeVisible();
        await expect(picture).toHaveAttribute("src", /^https:\/\/media1\.giphy\.com\//);
      }

      // With reduced motion it doesn't move until the member plays it.
      const still = chat(two).getByRole("img", { name: `GIF: ${title} 3` });
      await expect(still).toHaveAttribute("src", /giphy_s\.gif$/);
      await chat(two)
        .getByRole("button", { name: `Play GIF: ${title} 3` })
        .click();
      await expect(still).toHaveAttribute("src", /giphy\.gif$/);
    });

    test("messages are edited and deleted", async () => {
      const { one, two } = pages;
      await act(one, hello, "Edit");
      const better = freshName("better");
      await chat(one).getByRole("textbox", { name: "Edit message" }).fill(better);
      await chat(one).getByRole("button", { name: "Save" }).click();
      await expect(message(two, better)).toContainText("(edited)");
      await expect(message(two, hello)).toHaveCount(0);

      await act(one, better, "Delete");
      await one.getByRole("dialog", { name: "Delete your message?" }).getByRole("button", { name: "Delete" }).click();
      await expect(message(two, better)).toHaveCount(0);
      await expect(message(one, better)).toHaveCount(0);
    });
  });

  test("opens beside the page, not over it [C2.034]", { tag: "@gate" }, async ({ page, request }) => {
    const member = await newMember(request, "looks");
    await enter(page, member.email, PASSWORD);
    await visit(page, "/community");
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    const wide = (await page.getByRole("main").boundingBox())?.width ?? 0;
    await openChat(page);
    const box = await page.getByRole("main").boundingBox();
    expect(box && box.x + box.width).toBeLessThanOrEqual(1280 - 320);
    expect(wide - (box?.width ?? 0)).toBe(320);
  });

  test("is available on every page except the front page, and stays open [C2.112 C4.34]", {
    tag: "@gate",
  }, async ({ page, request }) => {
    const member = await newMember(request, "stays");
    await enter(page, member.email, PASSWORD);
    await visit(page, "/community");
    await expect(opener(page)).toBeVisible();
    await expect(chat(page)).toHaveCount(0);
    await openChat(page);
    await expect(field(page)).toBeFocused();
    await expect(opener(page)).toHaveCount(0);
    for (const path of ["/wallet", "/docs", "/privacy", "/terms", "/settings"]) {
      const title = await page.title();
      await visitRoute(page, path);
      await expect(page).not.toHaveTitle(title);
      await expect(chat(page), path).toBeVisible();
      await expect(opener(page), path).toHaveCount(0);
    }
    await page.reload();
    await expect(chat(page)).toBeVisible();
    await visit(page, "/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(chat(page)).toHaveCount(0);
    await expect(opener(page)).toHaveCount(0);
    await visit(page, "/community");
    await expect(chat(page)).toBeVisible();
  });

  test("closes by key and button, and stays closed [C2.112]", { tag: "@gate" }, async ({ page, request }) => {
    const member = await newMember(request, "leaves");
    await enter(page, member.email, PASSWORD);
    await visit(page, "/community");
    await openChat(page);
    await field(page).focus();
    await page.keyboard.press("Escape");
    await expect(chat(page)).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
    for (const path of ["/docs", "/terms", "/community"]) {
      const title = await page.title();
      await visitRoute(page, path);
      await expect(page).not.toHaveTitle(title);
      await expect(opener(page), path).toBeVisible();
      await expect(chat(page), path).toHaveCount(0);
    }
    await page.reload();
    await expect(opener(page)).toBeVisible();
    await expect(chat(page)).toHaveCount(0);
    await openChat(page);
    await chat(page).getByRole("button", { name: "Close chat" }).click();
    await expect(opener(page)).toBeFocused();
  });

  test("is invisible to visitors, who are asked to sign in where a link leads to it [C6.10]", async ({ page }) => {
    await visit(page, "/chat/help?at=1");
    await expect(page).toHaveURL(/\/login\?redirectTo=/);
    const refused = await page.request.get("/api/chat/global-chat/messages");
    expect(refused.status()).toBe(401);
  });

  test("adds a new member to the global chat automatically [C4.36]", async ({ page, request }) => {
    const member = await newMember(request, "joins");
    await enter(page, member.email, PASSWORD);
    const joined = page.waitForResponse(/chat\.join/);
    await visit(page, "/community");
    expect((await joined).status()).toBe(200);
    const { rooms } = await member.get("/chat");
    expect(rooms).toContainEqual(expect.objectContaining({ id: "global-chat", joined: true }));
    // A member who is in isn't joined again.
    const calls: string[] = [];
    page.on("request", (sent) => {
      if (sent.url().includes("chat.join")) calls.push(sent.url());
    });
    const known = page.waitForResponse(/chat\.rooms/);
    await page.reload();
    await known;
    await drawn(page, 20);
    expect(calls).toEqual([]);
  });

  test("counts unread messages on its button, marks where they begin, and marks them as read once seen [C2.112]", async ({
    page,
    request,
  }) => {
    const [reader, writer] = [await newMember(request, "reader"), await newMember(request, "writer")];
    await enter(page, reader.email, PASSWORD);
    await reader.post("/chat/governance/join");
    const word = freshName("unread");
    await post(writer, `${word} one`, "governance");
    await post(writer, `${word} two`, "governance");
    await visit(page, "/community");
    await expect(opener(page)).toHaveAccessibleName(/\(\d+ unread\)/);
    await expect(opener(page).getByTestId("chat-badge")).toHaveText(/^\d+$/);
    await openChat(page);
    await expect(chat(page).getByRole("img", { name: "Unread in other rooms" })).toBeVisible();
    const read = page.waitForResponse(/chat\.read/);
    await changeRoom(page, "Global chat", "Governance");
    await expect(message(page, `${word} one`)).toBeVisible();
    await expect(chat(page).getByTestId("chat-marker")).toHaveText("New messages");
    // The line is above the first of the two, not the second.
    const [line, first, second] = await Promise.all(
      [chat(page).getByTestId("chat-marker"), message(page, `${word} one`), message(page, `${word} two`)].map(
        async (one) => (await one.boundingBox())?.y ?? 0,
      ),
    );
    expect([line, first, second]).toEqual([line, first, second].toSorted((a = 0, b = 0) => a - b));
    await read;
    await expect
      .poll(async () => (await reader.get("/chat")).rooms)
      .toContainEqual(expect.objectContaining({ id: "governance", unread: 0 }));
    // A member's own message is never new.
    await say(page, freshName("mine"));
    await expect(chat(page).getByTestId("chat-marker")).toHaveCount(0);
  });
});
