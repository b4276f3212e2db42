import { expect, test } from "@playwright/test";

test("the API reference shows every call and sends no request to another host", async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && /^https?:/.test(request.url())) elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto("/api/reference");
  await expect(page.getByRole("heading", { name: "BBUX API" })).toBeVisible();
  for (const name of ["auth", "posts", "answers", "comments", "tags", "users", "wallet", "stats"]) {
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByText("INSUFFICIENT_BALANCE").first()).toBeAttached();
  await page.goto("/api/reference#tag/posts/POST/posts");
  await expect(page.getByRole("heading", { name: "Publish a post, with a bounty if wanted" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
});
