// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useFades } from "./useFades.ts";

/** The sizes that a layout would give the row. */
const layout = { room: 300, content: 500 };

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => layout.room);
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockImplementation(() => layout.content);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Row() {
  const row = useRef<HTMLDivElement>(null);
  useFades(row, 1);
  return (
    <div ref={row} role="toolbar">
      <button type="button">One</button>
    </div>
  );
}
const row = () => screen.getByRole("toolbar");
const faded = () => ["start", "end"].filter((side) => row().hasAttribute(`data-fade-${side}`));
function scrollTo(left: number) {
  row().scrollLeft = left;
  fireEvent.scroll(row());
}

describe("a row that scrolls", () => {
  it("fades on the sides on which it goes on", () => {
    Object.assign(layout, { room: 300, content: 500 });
    render(<Row />);
    expect(faded()).toEqual(["end"]);
    scrollTo(120);
    expect(faded()).toEqual(["start", "end"]);
    scrollTo(199.5);
    expect(faded()).toEqual(["start"]);
    scrollTo(0);
    expect(faded()).toEqual(["end"]);
  });

  it("doesn't fade while everything fits, and follows sizes, its content's too", () => {
    const observed: Element[] = [];
    let resized = () => {};
    const stub = class {
      constructor(mark: () => void) {
        resized = mark;
      }
      observe(part: Element) {
        observed.push(part);
      }
      disconnect() {
        observed.length = 0;
      }
    };
    vi.stubGlobal("ResizeObserver", stub);
    Object.assign(layout, { room: 500, content: 500 });
    const { unmount } = render(<Row />);
    expect(faded()).toEqual([]);
    expect(observed).toEqual([row(), screen.getByRole("button")]);
    layout.content = 640;
    resized();
    expect(faded()).toEqual(["end"]);
    unmount();
    expect(observed).toEqual([]);
  });
});
