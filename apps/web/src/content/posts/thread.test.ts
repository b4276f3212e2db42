import { LIMITS } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { threadState } from "./thread.ts";

const here = { isError: false, isPlaceholderData: false, data: {} };
const placeholder = { ...here, isPlaceholderData: true };
const waiting = { isError: false, isPlaceholderData: false, data: undefined };
const failed = { ...waiting, isError: true };
const FULL = LIMITS.thread;

describe("a thread of answers or comments", () => {
  it("is complete when its last page is not full", () => {
    expect(threadState([here], [3])).toEqual({ hasMore: false, loadingMore: false, complete: true });
    expect(threadState([here, here], [FULL, 0])).toEqual({ hasMore: false, loadingMore: false, complete: true });
  });

  it("offers more after a full page, and shows when it is loading", () => {
    expect(threadState([here], [FULL])).toEqual({ hasMore: true, loadingMore: false, complete: false });
    expect(threadState([here, waiting], [FULL, 0])).toEqual({ hasMore: false, loadingMore: true, complete: false });
  });

  it("is not complete before the server has responded, or when a page failed", () => {
    expect(threadState([placeholder], [3]).complete).toBe(false);
    expect(threadState([here, failed], [FULL, 0])).toEqual({ hasMore: false, loadingMore: false, complete: false });
  });
});
