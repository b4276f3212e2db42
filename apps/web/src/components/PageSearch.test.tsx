// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { leave, show } from "../lib/render.support.tsx";
import { PageSearch, PageSearchSlot } from "./PageSearch.tsx";

let isWide = true;
const listeners = new Set<() => void>();

function resize(wide: boolean) {
  isWide = wide;
  for (const listener of listeners) listener();
}

beforeEach(() => {
  isWide = true;
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return isWide;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
});
afterEach(leave);

describe("a page's own search", () => {
  it("is in the top line where that has room, and in the page on a phone", () => {
    show(
      <>
        <header>
          <PageSearchSlot className={undefined} />
        </header>
        <main>
          <PageSearch>
            <input type="search" />
          </PageSearch>
        </main>
      </>,
      null,
    );
    const place = () => screen.getByRole("searchbox").closest("header, main")?.tagName;
    expect(place()).toBe("HEADER");
    act(() => resize(false));
    expect(place()).toBe("MAIN");
    act(() => resize(true));
    expect(place()).toBe("HEADER");
  });

  it("waits for the top line instead of moving into it", () => {
    show(
      <PageSearch>
        <input type="search" />
      </PageSearch>,
      null,
    );
    expect(screen.queryByRole("searchbox")).toBeNull();
  });
});
