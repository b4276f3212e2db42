// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { lateToasts, notifyError } from "../lib/notify.ts";
import { leave, show } from "../lib/render.support.tsx";
import { ToastHost } from "./ToastHost.tsx";

/** The toasts' code can't be loaded until it is `back`. */
const chunks = vi.hoisted(() => ({ back: false }));
vi.mock("../lib/toasts.tsx", async (original) => {
  if (!chunks.back) throw new TypeError("Failed to fetch dynamically imported module");
  return original();
});

afterEach(leave);

it("drops a toast whose code can't be loaded, and shows the next one", async () => {
  show(
    <>
      <ToastHost />
      <main>The app</main>
    </>,
  );
  await act(async () => {
    notifyError("First");
    await lateToasts.fetch();
  });
  expect(screen.getByText("The app")).toBeTruthy();
  chunks.back = true;
  act(() => notifyError("Second"));
  expect(await screen.findByText("Second")).toBeTruthy();
  expect(screen.queryByText("First")).toBeNull();
  expect(screen.getByText("The app")).toBeTruthy();
});
