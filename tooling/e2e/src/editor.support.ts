import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { visit } from "./shared-page.support.ts";
import { type ApiMember, chooseTag, newMember, PASSWORD } from "./support.ts";

/** A picture of one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==",
  "base64",
);

export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const picture = (name: string): TestFile => ({ name, mimeType: "image/png", buffer: PNG });

/** Signs the browser in without the screen. */
export async function enter(page: Page, { email }: ApiMember): Promise<void> {
  // Ends any previous session.
  await page.context().clearCookies();
  const answer = await page.request.post("/api/auth/login", { data: { email, password: PASSWORD } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Picks files as in the system's dialog. */
export async function pick(page: Page, button: string, files: TestFile[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await chooser).setFiles(files);
}

/** Pastes or drops a file on an element through the browser's events. `bytes` sets its size. */
export async function give(
  where: Locator,
  how: "paste" | "drop",
  file: { readonly name: string; readonly mimeType: string; readonly buffer?: Buffer; readonly bytes?: number },
): Promise<void> {
  const { name, mimeType, buffer, bytes = 0 } = file;
  await where.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      const content = given.base64
        ? Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0))
        : new Uint8Array(given.bytes);
      data.items.add(new File([content], given.name, { type: given.mimeType }));
      const about = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        given.how === "paste"
          ? new ClipboardEvent("paste", { ...about, clipboardData: data })
          : new DragEvent("drop", { ...about, dataTransfer: data }),
      );
    },
    { how, name, mimeType, bytes, base64: buffer?.toString("base64") ?? "" },
  );
}

/**
 * Fakes a screen to record: a canvas that changes its color ten times a second. Records the positions that videos are
 * seeked to.
 */
export async function stubScreen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wound: number[] = [];
    Object.assign(window, { wound });
    const own = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "currentTime");
    Object.defineProperty(HTMLMediaElement.prototype, "currentTime", {
      ...own,
      set(seconds: number) {
        wound.push(seconds);
        own?.set?.call(this, seconds);
      },
    });
    navigator.mediaDevices.getDisplayMedia = async () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 200 });
      const pen = canvas.getContext("2d");
      let turn = 0;
      setInterval(() => {
        if (!pen) return;
        pen.fillStyle = `hsl(${(turn++ * 17) % 360} 70% 50%)`;
        pen.fillRect(0, 0, 320, 200);
      }, 100);
      const stream = canvas.captureStream(20);
      Object.assign(window, { screenTrack: stream.getVideoTracks()[0] });
      return stream;
    };
  });
}

/** Records the fields of every form that is uploaded, because the browser's tools don't show bodies with files. */
export async function noteForms(page: Page): Promise<() => Promise<string[][]>> {
  await page.addInitScript(() => {
    const forms: string[][] = [];
    Object.assign(window, { forms });
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) {
        forms.push(Array.from(body, ([name, value]) => `${name}=${value instanceof File ? value.name : value}`));
      }
      return send.call(this, body);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, "forms"));
}

export const contentOf = (page: Page) => page.getByRole("textbox", { name: "Content" });
export const attached = (page: Page) => page.getByRole("list", { name: "Attached media" }).getByRole("listitem");
export const uploads = (page: Page) => page.getByRole("list", { name: "Uploads" }).getByRole("listitem");

/** Opens the ask page as a new member. */
export async function ask(page: Page, request: APIRequestContext) {
  const member = await newMember(request);
  await enter(page, member);
  await visit(page, "/posts/create");
  await expect(page.getByLabel("Title")).toBeVisible();
  return member;
}

/** Fills in the required fields of a post. */
export async function fill(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await contentOf(page).fill("What I want to know.");
  await chooseTag(page, "postgresql");
}

export const postButton = (page: Page) => page.getByRole("button", { name: "Post question" });
