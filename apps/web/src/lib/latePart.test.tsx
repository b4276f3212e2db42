// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type LatePart, latePart, useIsMissing, useLatePart } from "./latePart.ts";

afterEach(cleanup);

function Show({ part, wanted, on = "/" }: { part: LatePart<string>; wanted: boolean; on?: string }) {
  return <p>{useLatePart(part, wanted, on) ?? "nothing"}</p>;
}

function Missing({ part, wanted }: { part: LatePart<string>; wanted: boolean }) {
  return <p>{useIsMissing(part, wanted) ? "missing" : "fine"}</p>;
}

it("a part is loaded when it is first wanted, once, and shown only while it is wanted", async () => {
  const load = vi.fn(async () => "the part");
  const part = latePart(load);
  const { rerender } = render(<Show part={part} wanted={false} />);
  expect(load).not.toHaveBeenCalled();
  expect(screen.getByText("nothing")).toBeDefined();
  rerender(<Show part={part} wanted />);
  expect(await screen.findByText("the part")).toBeDefined();
  rerender(<Show part={part} wanted={false} />);
  expect(screen.getByText("nothing")).toBeDefined();
  rerender(<Show part={part} wanted />);
  expect(screen.getByText("the part")).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

it("a part that was fetched before is there from the first render", async () => {
  const part = latePart(async () => "the part");
  await part.fetch();
  render(<Show part={part} wanted />);
  expect(screen.getByText("the part")).toBeDefined();
});

it("a part that couldn't be loaded is loaded on the next occasion", async () => {
  const load = vi.fn(async () => "the part").mockRejectedValueOnce(new Error("offline"));
  const part = latePart<string>(load);
  await part.fetch();
  const { rerender } = render(<Show part={part} wanted={false} />);
  rerender(<Show part={part} wanted on="/community" />);
  expect(await screen.findByText("the part")).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

describe("a part that can't be loaded", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it("is loaded again after a delay, which doubles", async () => {
    const fails = vi.fn(() => Promise.reject<string>(new Error("no such file")));
    render(<Show part={latePart(fails)} wanted />);
    await passed(1_999);
    expect(fails).toHaveBeenCalledTimes(1);
    await passed(1);
    expect(fails).toHaveBeenCalledTimes(2);
    await passed(3_999);
    expect(fails).toHaveBeenCalledTimes(2);
    fails.mockResolvedValueOnce("the part");
    await passed(1);
    expect(screen.getByText("the part")).toBeDefined();
    await passed(3_600_000);
    expect(fails).toHaveBeenCalledTimes(3);
  });

  it("is loaded again when the device is online again, and not for those who no longer want it", async () => {
    const load = vi.fn(async () => "the part").mockRejectedValue(new Error("offline"));
    const part = latePart(load);
    const { rerender } = render(<Show part={part} wanted />);
    await passed(0);
    act(() => void dispatchEvent(new Event("online")));
    await passed(0);
    expect(load).toHaveBeenCalledTimes(2);
    rerender(<Show part={part} wanted={false} />);
    dispatchEvent(new Event("online"));
    await passed(3_600_000);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("is missing after the second failure, until it is loaded", async () => {
    const load = vi
      .fn(async () => "the part")
      .mockRejectedValueOnce(new Error())
      .mockRejectedValueOnce(new Error());
    const part = latePart(load);
    const { rerender } = render(<Missing part={part} wanted />);
    await act(part.fetch);
    expect(screen.getByText("fine")).toBeDefined();
    await act(part.fetch);
    expect(screen.getByText("missing")).toBeDefined();
    rerender(<Missing part={part} wanted={false} />);
    expect(screen.getByText("fine")).toBeDefined();
    rerender(<Missing part={part} wanted />);
    await act(part.fetch);
    expect(screen.getByText("fine")).toBeDefined();
  });
});
