import { expect } from "@playwright/test";
import { changeRoom, chat, drawn, field, list, message, openChat, post, send } from "./chat.support.ts";
import { newRoom, numberedLate } from "./database.support.ts";
import { test, visit } from "./shared-page.support.ts";
import { enter, freshName, newMember, PASSWORD } from "./support.ts";

test.describe("chat", () => {
  test("scrolls back through more than 200 messages and keeps the reading position while others write", async ({
    page,
    request,
  }) => {
    const [reader, writer] = [await newMember(request, "reader"), await newMember(request, "writer")];
    const word = freshName("row");
    // In a room where nobody else writes.
    const room = await newRoom();
    const ids: string[] = [];
    for (let i = 0; i < 215; i++) ids.push(await post(writer, `${word} ${i}.`, room));
    await enter(page, reader.email, PASSWORD);
    await visit(page, `/chat/${room}`);
    await expect(message(page, `${word} 214.`)).toBeVisible();
    // Only nearby rows are rendered.
    expect(await chat(page).getByTestId("chat-message").count()).toBeLessThan(80);

    await list(page).hover();
    // Rows that are measured for the first time may still pull the list to its end.
    await expect(async () => {
      await page.mouse.wheel(0, -600);
      await drawn(page, 30);
      await expect(chat(page).getByRole("button", { name: "Jump to the newest message" })).toBeVisible({
        timeout: 500,
      });
    }).toPass({ timeout: 60_000 });
    const reading = chat(page).getByTestId("chat-message").nth(12);
    const id = await reading.getAttribute("data-message");
    const place = async () => (await chat(page).locator(`[data-message="${id}"]`).boundingBox())?.y ?? -1;
    const before = await place();
    await post(writer, `${word} late`, room);
    await expect(chat(page).getByRole("button", { name: "1 new message" })).toBeVisible();
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);

    // Scrolls up page by page: the reading position stays when older messages are added above.
    await page.route(/chat\.messages/, async (route) => {
      // Long enough for rows to render between request and response.
      await drawn(page, 6);
      await route.continue();
    });
    await list(page).hover();
    // In steps that skip no row, because only nearby rows are rendered.
    await expect(async () => {
      await page.mouse.wheel(0, -400);
      await drawn(page, 3);
      expect(await message(page, `${word} 0.`).count()).toBe(1);
    }).toPass({ intervals: [10], timeout: 90_000 });
    await page.unroute(/chat\.messages/);
    await list(page).evaluate((box) => box.scrollTo({ top: 300 }));
    // Rows that were never visible are measured now.
    await drawn(page, 30);
    const top = chat(page).getByTestId("chat-message").nth(8);
    const topId = await top.getAttribute("data-message");
    const topPlace = async () => (await chat(page).locator(`[data-message="${topId}"]`).boundingBox())?.y ?? -1;
    const stood = await topPlace();
    await drawn(page, 60);
    expect(Math.abs((await topPlace()) - stood)).toBeLessThanOrEqual(2);
    await chat(page).getByRole("button", { name: "1 new message" }).click();
    await expect(message(page, `${word} late`)).toBeVisible();
    await expect(chat(page).getByRole("button", { name: /new message/ })).toHaveCount(0);
    // It stays at the end.
    await post(writer, `${word} last`, room);
    await expect(message(page, `${word} last`)).toBeInViewport();

    // A link leads to a message at any distance, whatever its id.
    await page.goto(`/chat/${room}?at=${await numberedLate(ids[20] ?? "")}`);
    await expect(message(page, `${word} 20.`)).toBeInViewport();
    await expect(message(page, `${word} 20.`)).toHaveAttribute("data-target", "true");
    await expect(chat(page).getByText("That message")).toHaveCount(0);
    // A removed message isn't searched for beyond the newest page.
    const older: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("before")) older.push(request.url());
    });
    await page.goto(`/chat/${room}?at=1`);
    await expect(chat(page).getByText("That message is no longer here.")).toBeVisible();
    expect(older.length).toBeLessThan(3);
    await chat(page).getByRole("status").getByRole("button", { name: "Close" }).click();
    await expect(chat(page).getByText("That message")).toHaveCount(0);
  });

  test("keeps a draft for each room; Shift+Enter makes a line break; names are completed; ArrowUp edits the last message [C5.36]", async ({
    page,
    request,
  }) => {
    const [member, other] = [await newMember(request, "drafts"), await newMember(request, "zoe")];
    await post(other, freshName("here"));
    await enter(page, member.email, PASSWORD);
    await visit(page, "/community");
    await openChat(page);
    await field(page).fill("for everybody");
    await changeRoom(page, "Global chat", "Help");
    await expect(field(page)).toHaveValue("");
    await page.reload();
    await changeRoom(page, "Help", "Global chat");
    await expect(field(page)).toHaveValue("for everybody");

    for (const blank of ["", "   \n "]) {
      await field(page).fill(blank);
      await expect(send(page)).toBeDisabled();
      await field(page).press("Enter");
    }
    await expect(chat(page).getByTestId("chat-sending")).toHaveCount(0);
    const word = freshName("two");
    await field(page).fill(word);
    await field(page).press("Shift+Enter");
    await field(page).pressSequentially(`lines @${other.username.slice(0, 6)}`);
    await expect(page.getByRole("option", { name: `@${other.username}` })).toBeVisible();
    await field(page).press("Tab");
    await expect(field(page)).toHaveValue(`${word}\nlines @${other.username} `);
    await field(page).press("Enter");
    await expect(message(page, word)).toContainText(`lines @${other.username}`);
    await field(page).press("ArrowUp");
    const edit = chat(page).getByRole("textbox", { name: "Edit message" });
    await expect(edit).toHaveValue(`${word}\nlines @${other.username}`);
    await edit.press("Escape");
    await expect(field(page)).toHaveValue("");

    await field(page).fill("a".repeat(990));
    await expect(chat(page).getByText("10 left")).toBeVisible();
    await field(page).fill("a".repeat(1_001));
    await expect(chat(page).getByText("1 character too many")).toBeVisible();
    await expect(send(page)).toBeDisabled();
  });
});
