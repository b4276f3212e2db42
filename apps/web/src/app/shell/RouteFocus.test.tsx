// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { leave, show } from "../../lib/render.support.tsx";
import { closeOverlay, openPalette } from "../shortcuts/overlay.ts";
import { RouteFocus } from "./RouteFocus.tsx";

const rendered = vi.hoisted(() => ({ tell: (_: object) => {} }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({
    subscribe: (_: string, listener: typeof rendered.tell) => {
      rendered.tell = listener;
    },
  }),
}));
afterEach(() => {
  closeOverlay();
  leave();
});

it("moves the focus to the content after a navigation, but not out of a palette that was opened meanwhile", () => {
  show(
    <>
      <RouteFocus />
      <input aria-label="Palette" />
      <main id="main" tabIndex={-1} />
    </>,
  );
  const navigate = () => act(() => rendered.tell({ fromLocation: {}, pathChanged: true }));
  const field = document.querySelector("input");
  openPalette();
  field?.focus();
  navigate();
  expect(document.activeElement).toBe(field);
  closeOverlay();
  navigate();
  expect(document.activeElement?.id).toBe("main");
});
