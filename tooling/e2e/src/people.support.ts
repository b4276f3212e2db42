import { expect, type Locator, type Page } from "@playwright/test";

interface Refusal {
  readonly status?: number;
  readonly code?: string;
  /** The server's message; none by default. */
  readonly error?: string;
  readonly details?: object;
}

/** Refuses a procedure, alone or in a batch, with an error that isn't retried. */
export async function refuse(page: Page, procedure: string, refusal: Refusal = {}): Promise<void> {
  const { status = 400, code = "BAD_REQUEST", error = "", details } = refusal;
  const one = { error: { message: error, code: -32_600, data: { code, httpStatus: status, error, details } } };
  await page.route(callOf(procedure), (route) => {
    const url = new URL(route.request().url());
    const names = url.pathname.split("/trpc/")[1]?.split(",") ?? [];
    const body = url.searchParams.has("batch") ? names.map(() => one) : one;
    return route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });
  });
}

/** Matches calls of a procedure, alone or in a batch. */
export function callOf(procedure: string): RegExp {
  return new RegExp(`/api/trpc/[^?]*${procedure.replace(".", "\\.")}`);
}

/** Posts the answer in the form, and waits until the server has it: the page shows it before that. */
export async function postAnswer(page: Page): Promise<void> {
  const responded = page.waitForResponse(callOf("answers.create"));
  await page.getByRole("button", { name: "Post answer" }).click();
  expect((await responded).status()).toBe(200);
}

/** Finds a section of a page by its heading. */
export function part(page: Page, name: string | RegExp) {
  return page.getByRole("region", { name });
}

/** Presses Tab until the element, which may still be on its way, has the focus, as a keyboard user would. */
export async function tabTo(page: Page, wanted: Locator, most = 80): Promise<void> {
  await expect(wanted).toBeAttached();
  const focused = wanted.and(page.locator(":focus"));
  for (let step = 0; step < most && (await focused.count()) === 0; step++) await page.keyboard.press("Tab");
  await expect(focused).toHaveCount(1);
}

/** A one-pixel picture that the browser can show. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
