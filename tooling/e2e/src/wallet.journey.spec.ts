import { expect, type Page, test } from "@playwright/test";
import { postAnswer } from "./people.support.ts";
import { tell } from "./story.support.ts";
import { chooseTag, demoMember, freshName, signUp } from "./support.ts";
import { freshAddress, openPage, solAt, submitSale } from "./wallet.screens.support.ts";
import { connectDevelopmentWallet, connectedButton, getSol, walletWindow } from "./wallet.support.ts";

const balance = (page: Page) => page.getByRole("img", { name: /^Balance: / });

/** Signs a member up who has confirmed the address. */
async function joinConfirmed(page: Page, prefix: string): Promise<string> {
  const username = await signUp(page, prefix);
  await page.getByRole("link", { name: "Confirm email" }).click();
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  return username;
}

test.describe("a newcomer buys BBUX with the development wallet and asks, another member wins and sells, and the chain shows the SOL [M1.01 M1.03 M1.04 M2.03 M4.01 M4.02 M4.03 M4.04 M4.13 M4.14]", {
  tag: "@gate",
}, () => {
  const { pages } = tell(test, ["asker", "winner"]);
  let name: string;

  test("the newcomer signs up", async () => {
    const { asker } = pages;
    await joinConfirmed(asker, "buyer");
  });

  test("the newcomer connects the development wallet, which gets SOL", async () => {
    const { asker } = pages;
    await connectDevelopmentWallet(asker);
    await connectedButton(asker).click();
    await asker.getByRole("menuitem", { name: "Open development wallet" }).click();
    await getSol(asker);
    await asker.keyboard.press("Escape");
  });

  test("the newcomer buys", async () => {
    const { asker } = pages;
    await asker.getByLabel("Amount in SOL").fill("5");
    await asker.getByRole("button", { name: "Buy 5.0000 BBUX" }).click();
    await walletWindow(asker).getByRole("button", { name: "Approve" }).click();
    await expect(balance(asker)).toHaveAccessibleName(/^Balance: 5(\.0+)? BBUX/);
  });

  test("the newcomer asks with a bounty", async () => {
    const { asker } = pages;
    const title = `Who pays the network ${freshName("here")}?`;
    await asker.goto("/posts/create");
    await asker.getByLabel("Title").fill(title);
    await asker.getByRole("textbox", { name: "Content" }).fill("The fee must come from somewhere.");
    await chooseTag(asker, "rust");
    await asker.getByRole("switch", { name: "Offer a bounty" }).check();
    await asker.getByLabel("Amount").fill("2");
    await asker.getByRole("button", { name: "Post and lock 2.10 BBUX" }).click();
    await asker.waitForURL(/\/posts\/\d+$/);
    await expect(balance(asker)).toHaveAccessibleName(/^Balance: 2\.90* BBUX/);
  });

  test("another member signs up and answers", async () => {
    const { asker, winner } = pages;
    name = await joinConfirmed(winner, "seller");
    await winner.goto(asker.url());
    await winner.getByRole("textbox", { name: "Your answer" }).fill("The operator's float.");
    await postAnswer(winner);
    await expect(winner.getByRole("article", { name: `Answer by ${name}` })).toBeVisible();
  });

  test("the answer is accepted and paid", async () => {
    const { asker } = pages;
    await asker.reload();
    const answer = asker.getByRole("article", { name: `Answer by ${name}` });
    await answer.getByRole("button", { name: "Accept" }).click();
    await asker.getByRole("button", { name: "Accept and pay 2.00 BBUX" }).click();
    await expect(asker.getByRole("list", { name: "Answers" }).getByText("Accepted answer")).toBeVisible();
  });

  test("the winner sells, and the chain shows the SOL", async ({ request }) => {
    const { winner } = pages;
    const destination = freshAddress();
    await openPage(winner, "/wallet");
    await expect(balance(winner)).toHaveAccessibleName(/^Balance: 2(\.0+)? BBUX/);
    await winner.getByRole("tab", { name: "Sell", exact: true }).click();
    const selling = winner.getByRole("region", { name: "Sell BBUX for SOL" });
    await selling.getByRole("button", { name: "Sell the most possible" }).click();
    await selling.getByLabel("Destination address").fill(destination);
    await submitSale(winner);
    const done = winner.getByRole("dialog", { name: "Withdrawal completed" });
    await expect(done).toContainText("1.9400 SOL");

    const anyone = await demoMember(request, "noor");
    await expect.poll(() => solAt(anyone, destination)).toBe(1.94);
    await done.getByRole("button", { name: "Done" }).click();
    await expect(balance(winner)).toHaveAccessibleName(/^Balance: 0(\.0+)? BBUX/);
    await expect.poll(async () => (await request.get("/api/reserves")).json()).toMatchObject({ unexplained: "0" });
  });
});
