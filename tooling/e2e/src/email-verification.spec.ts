import { expect, type Page, test } from "@playwright/test";
import { mailedLink } from "./mail.support.ts";
import { postAnswer } from "./people.support.ts";
import { tell } from "./story.support.ts";
import { appReady, demoMember, enter, freshName, newMember, newPost, PASSWORD, signUp } from "./support.ts";

test.describe("a newcomer is refused a vote until they open the link that confirms their email address", {
  tag: "@gate",
}, () => {
  const { pages } = tell(test, ["newcomer"]);
  const lineOn = (page: Page) => page.getByRole("note").filter({ hasText: "Confirm your email" });
  const upvoteOn = (page: Page) => page.getByRole("button", { name: "Upvote" }).first();
  let postId: string;
  let link: string;

  test("before, they can answer but not vote", async ({ request }) => {
    const page = pages.newcomer;
    postId = await newPost(await demoMember(request, "oskar"));
    await signUp(page, "newcomer");
    const line = lineOn(page);
    await expect(line.getByRole("link", { name: "Confirm email" })).toBeVisible();

    await page.goto(`/posts/${postId}`);
    await appReady(page);
    // No mail has it.
    await expect(line.getByRole("link", { name: "Confirm email" })).toBeVisible();
    const upvote = upvoteOn(page);
    await expect(upvote).toHaveAttribute("title", "Confirm your email address to vote");
    await expect(upvote).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("textbox", { name: "Your answer" }).fill("An answer before the address is confirmed.");
    await postAnswer(page);
    await expect(page.getByRole("article").filter({ hasText: "An answer before the address" })).toBeVisible();
  });

  test("after opening the link, they can vote", async () => {
    const page = pages.newcomer;
    const line = lineOn(page);
    const upvote = upvoteOn(page);
    link = (await line.getByRole("link", { name: "Confirm email" }).getAttribute("href")) ?? "";
    await page.goto(link);
    await appReady(page);
    await page.getByRole("button", { name: "Confirm email address" }).click();
    await expect(page.getByText("Your email address is confirmed.")).toBeVisible();

    await page.goto(`/posts/${postId}`);
    await appReady(page);
    await expect(line).toBeHidden();
    await upvote.click();
    await expect(upvote).toHaveAttribute("aria-pressed", "true");
  });

  test("the link works once, and no other one does", async () => {
    const page = pages.newcomer;
    await page.goto(link);
    await appReady(page);
    await page.getByRole("button", { name: "Confirm email address" }).click();
    await expect(page.getByText("This link has been used.")).toBeVisible();
    await page.goto("/verify-email?token=unknown");
    await appReady(page);
    await page.getByRole("button", { name: "Confirm email address" }).click();
    await expect(page.getByText("This link isn't valid.")).toBeVisible();
  });
});

test("a member changes the email address with a link to the new one, and the former address undoes it", async ({
  page,
  request,
}) => {
  const member = await newMember(request, "mover");
  const newEmail = `${freshName("moved")}@example.org`;
  await enter(page, member.email, PASSWORD);
  await page.goto("/settings?tab=security");
  const form = page.getByRole("form", { name: "Change email address" });
  await form.getByLabel("New email address").fill(newEmail);
  await form.getByRole("button", { name: "Change email address" }).click();
  await form.getByRole("link", { name: "Open the link" }).click();
  await page.getByRole("button", { name: "Use this email address" }).click();
  await expect(page.getByText("Your email address has changed.")).toBeVisible();
  expect(await member.get("/auth/me")).toMatchObject({ user: { email: newEmail } });

  await expect.poll(() => mailedLink(member.email, "/undo-email-change")).not.toBeNull();
  await page.goto(mailedLink(member.email, "/undo-email-change") ?? "");
  await page.getByRole("button", { name: "Undo the change" }).click();
  await expect(page.getByText("Your email address is restored. Everyone is signed out")).toBeVisible();
  expect(await member.get("/auth/me")).toMatchObject({ code: "UNAUTHENTICATED" });
});
