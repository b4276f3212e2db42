import { expect, type Locator, type Page } from "@playwright/test";

interface Refusal {
  readonly status?: number;
  readonly code?: string;
  /** The server's words; none by default. */
  readonly error?: string;
  readonly details?: object;
}

/** Answers a procedure, alone or in a batch, with a refusal that is not worth repeating. */
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

/** Calls of a procedure, alone or in a batch. */
export function callOf(procedure: string): RegExp {
  return new RegExp(`/api/trpc/[^?]*${procedure.replace(".", "\\.")}`);
}

/** A part of a page under its heading. */
export function part(page: Page, name: string | RegExp) {
  return page.getByRole("region", { name });
}

/** Goes on by the tabulator until the element has the focus, as somebody without a mouse would. */
export async function tabTo(page: Page, wanted: Locator, most = 80): Promise<void> {
  const focused = wanted.and(page.locator(":focus"));
  for (let step = 0; step < most && (await focused.count()) === 0; step++) await page.keyboard.press("Tab");
  await expect(focused).toHaveCount(1);
}

/** Pixels that the browser can show: one of them. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
