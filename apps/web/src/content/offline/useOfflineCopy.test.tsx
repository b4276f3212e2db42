// @vitest-environment happy-dom
import type { Post } from "@bbux/contract";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { leave, MEMBER, show } from "../../lib/render.support.tsx";
import { setUser } from "../../lib/session.ts";
import { useOfflineCopy } from "./useOfflineCopy.ts";

const { keepCopy } = vi.hoisted(() => ({ keepCopy: vi.fn(async (_: unknown, __: string | null) => undefined) }));
vi.mock("./copies.ts", () => ({ keepCopy }));

beforeEach(() => void keepCopy.mockClear());
afterEach(leave);

const post = { id: "1" } as Post;
const found = { data: { post }, dataUpdatedAt: 1_000, error: null, isError: false };

function Reader() {
  useOfflineCopy("1", found);
  return null;
}

const viewers = () => keepCopy.mock.calls.map(([, viewer]) => viewer);

it("a copy is a member's, and none is kept while it isn't known who reads, or after they have signed out", async () => {
  const { again } = show(null, null);
  // A member was here last, and the server couldn't be asked.
  localStorage.setItem("bbux.member", MEMBER.id);
  again(<Reader />);
  await act(() => import("./copies.ts"));
  expect(viewers()).toEqual([]);

  act(() => setUser(MEMBER));
  await vi.waitFor(() => expect(viewers()).toEqual([MEMBER.id]));
  act(() => setUser(null));
  await act(() => import("./copies.ts"));
  expect(viewers()).toEqual([MEMBER.id]);
});

it("a visitor's copy is kept, too", async () => {
  show(<Reader />, null);
  await vi.waitFor(() => expect(viewers()).toEqual([null]));
});
