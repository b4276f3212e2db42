import { expect } from "@playwright/test";
import { ask, attached, fill, postButton as post, stubScreen } from "./editor.support.ts";
import { test } from "./shared-page.support.ts";
import { freshName } from "./support.ts";

test.describe("a screen recording", () => {
  test("starts, stops and is uploaded with a thumbnail of second 1 [C2.093 C4.41 C4.42]", async ({ page, request }) => {
    await stubScreen(page);
    await ask(page, request);
    await fill(page, freshName("recorded"));
    await page.getByRole("button", { name: "Record screen" }).click();
    await expect(page.getByText("Recording your screen")).toBeVisible();
    await expect(page.getByText(/^0:02 ·/)).toBeVisible();
    await page.getByRole("button", { name: "Stop and upload" }).click();
    await expect(page.getByText("Recording your screen")).toHaveCount(0);
    await expect(attached(page)).toHaveCount(1);
    expect(await page.evaluate(() => Reflect.get(window, "wound"))).toContain(1);
    await post(page).click();
    await page.waitForURL(/\/posts\/\d+$/);
    const { post: made } = await (await page.request.get(`/api${new URL(page.url()).pathname}`)).json();
    const [item] = made.media;
    expect(item).toMatchObject({ type: "VIDEO", isScreenRecording: true });
    expect(item.url).toMatch(/^\/uploads\/.+\.webm$/);
    const thumbnail = await page.request.get(item.thumbnailUrl);
    expect(thumbnail.headers()["content-type"]).toBe("image/jpeg");
  });

  test("ends when the browser's own button stops the sharing", async ({ page, request }) => {
    await stubScreen(page);
    await ask(page, request);
    await page.getByRole("button", { name: "Record screen" }).click();
    await expect(page.getByText(/KB of 100 MB/)).toBeVisible();
    await page.evaluate(() => {
      const track = Reflect.get(window, "screenTrack");
      track.stop();
      track.dispatchEvent(new Event("ended"));
    });
    await expect(attached(page)).toHaveCount(1);
  });

  test("says so where the browser doesn't support it [C8.32]", async ({ page, request }) => {
    await page.addInitScript(() =>
      Object.defineProperty(MediaDevices.prototype, "getDisplayMedia", { value: undefined }),
    );
    await ask(page, request);
    await page.getByRole("button", { name: "Record screen" }).click();
    await expect(page.getByRole("alert")).toHaveText("Screen recording is not supported in this browser");
  });

  test("says so when it cannot start [C8.33]", async ({ page, request }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getDisplayMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    });
    await ask(page, request);
    await page.getByRole("button", { name: "Record screen" }).click();
    await expect(page.getByRole("alert")).toHaveText("Failed to start screen recording");
  });

  test("says when it can't be uploaded, and can be retried or saved [C8.34]", async ({ page, request }) => {
    await stubScreen(page);
    await ask(page, request);
    await page.route("**/api/uploads", (route) => route.abort());
    await page.getByRole("button", { name: "Record screen" }).click();
    await expect(page.getByText(/KB of 100 MB/)).toBeVisible();
    await page.getByRole("button", { name: "Stop and upload" }).click();
    await expect(page.getByText("Failed to upload screen recording")).toBeVisible();
    await expect(page.getByRole("link", { name: "Save it" })).toHaveAttribute("download", "screen-recording.webm");
    await page.unroute("**/api/uploads");
    await page.getByRole("button", { name: "Try again: Screen recording" }).click();
    await expect(attached(page)).toHaveCount(1);
  });
});
