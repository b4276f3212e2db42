// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useWalletsDetected } from "./useWalletsDetected.ts";

const network = vi.hoisted(() => ({ data: undefined as { local: boolean } | undefined, isError: false }));
vi.mock("../../../lib/trpc.ts", () => ({ trpc: { auth: { localChain: { useQuery: () => network } } } }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  network.data = { local: false };
});
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

it("wallets have exactly 5 seconds from the start of the page load [C4.13]", () => {
  const start = performance.now();
  const { result } = renderHook(() => useWalletsDetected());
  pass(4_999 - start);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
});

it("the wait ends after 5 seconds even if the chain is unknown [C4.13]", () => {
  network.data = undefined;
  const { result } = renderHook(() => useWalletsDetected());
  pass(4_999);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
});
