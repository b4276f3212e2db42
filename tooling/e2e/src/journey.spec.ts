import { expect, type Page, test } from "@playwright/test";
import { postAnswer } from "./people.support.ts";
import { tell } from "./story.support.ts";
import { chooseTag, DEMO_PASSWORD, demoEmail, demoMember, freshName, signIn, signUp } from "./support.ts";

const balanceOf = async (page: Page) => {
  const label = await page.getByRole("img", { name: /^Balance: / }).getAttribute("aria-label");
  return Number(/[\d.,]+/.exec(label ?? "")?.[0].replaceAll(",", ""));
};

test.describe("two people in two browsers get from sign-up to a paid bounty [C1.02 C1.05 C2.010 C2.096 C4.22 M1.06]", {
  tag: "@gate",
}, () => {
  const { pages } = tell(test, ["asker", "helper"]);
  let title: string;
  let before: number;
  let url: string;
  let username: string;

  test("a demo member, who has funds, asks with a bounty", async () => {
    const { asker } = pages;
    title = `Why is the sum ${freshName("right")} and not wrong?`;
    await signIn(asker, demoEmail("lucia_p"), DEMO_PASSWORD);
    before = await balanceOf(asker);
    await asker.getByRole("link", { name: "Ask a question" }).first().click();
    await asker.getByLabel("Title").fill(title);
    await asker.getByRole("textbox", { name: "Content" }).fill("It adds up, **always**. Why?");
    await chooseTag(asker, "rust");
    await asker.getByRole("switch", { name: "Offer a bounty" }).check();
    await asker.getByLabel("Amount").fill("2");
    const receipt = asker.getByRole("region", { name: "Receipt" });
    await expect(receipt).toContainText(/Governance fee \(5%\)\s*0\.1/);
    await expect(receipt).toContainText(/Total\s*2\.1/);
    await asker.getByRole("button", { name: "Post and lock 2.10 BBUX" }).click();
    await asker.waitForURL(/\/posts\/\d+$/);
    await expect(asker.getByRole("heading", { name: title })).toBeVisible();
    await expect.poll(() => balanceOf(asker)).toBeCloseTo(before - 2.1, 6);
    url = asker.url();
  });

  test("a new member answers", async () => {
    const { helper } = pages;
    username = await signUp(helper, "helper");
    await expect(helper.getByRole("heading", { name: username })).toBeVisible();
    await helper.goto(url);
    await helper.getByRole("textbox", { name: "Your answer" }).fill("Because of **double entry**.");
    await postAnswer(helper);
    await expect(helper.getByRole("article", { name: `Answer by ${username}` })).toContainText("double entry");
  });

  test("the asker accepts, and the member is paid", async ({ request }) => {
    const { asker, helper } = pages;
    await asker.reload();
    await asker
      .getByRole("article", { name: `Answer by ${username}` })
      .getByRole("button", { name: "Accept" })
      .click();
    await asker.getByRole("button", { name: "Accept and pay" }).click();
    await expect(asker.getByRole("list", { name: "Answers" }).getByText("Accepted answer")).toBeVisible();
    await expect(asker.locator("header [data-status=COMPLETED]")).toBeVisible();

    await helper.reload();
    await expect.poll(() => balanceOf(helper)).toBeCloseTo(2, 6);
    const lucia = await demoMember(request, "lucia_p");
    const wallet = await lucia.get("/wallet");
    expect(wallet.virtualBalance).toBeCloseTo(before - 2.1, 6);
    const { post } = await lucia.get(`/posts/${url.split("/").at(-1)}`);
    expect(post).toMatchObject({ status: "COMPLETED", bountyStatus: "PAID", reward: 2 });
  });
});
