import type { APIRequestContext, test as base, Page } from "@playwright/test";
import { moveMouseAway } from "./shared-page.support.ts";

/** What a story's tests share. */
export interface Story<Person extends string> {
  /** A browser for each person. */
  readonly pages: Readonly<Record<Person, Page>>;
  /** Calls of the API that outlast a test. */
  readonly request: APIRequestContext;
}

/**
 * Lets each test of a group pick up where the last one left off, in pages that stay open, so that a long story has short tests.
 * After a failure, the rest aren't run.
 */
export function tell<const Person extends string>(test: typeof base, people: readonly Person[]): Story<Person> {
  const pages: Partial<Record<Person, Page>> = {};
  const story: { pages: typeof pages; request?: APIRequestContext } = { pages };
  test.describe.configure({ mode: "serial" });
  test.beforeAll(async ({ browser, playwright, baseURL }) => {
    story.request = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
    for (const person of people) {
      const page = await (await browser.newContext()).newPage();
      await moveMouseAway(page);
      pages[person] = page;
    }
  });
  test.afterAll(async () => {
    for (const person of people) await pages[person]?.context().close();
    await story.request?.dispose();
  });
  return story as Story<Person>;
}
