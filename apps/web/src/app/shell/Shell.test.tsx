// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { leave, press, serve, show } from "../../lib/render.support.tsx";
import { lateMember } from "./lateParts.ts";
import { Shell } from "./Shell.tsx";

/** A member's part of the shell can't be loaded until it is `back`. */
const chunks = vi.hoisted(() => ({ back: false }));
vi.mock("./MemberParts.tsx", () => {
  if (!chunks.back) throw new TypeError("Failed to fetch dynamically imported module");
  const nothing = () => null;
  return {
    AccountNotes: () => <nav>The navigation</nav>,
    ...{ Rail: nothing, MemberLine: nothing, SlimLine: nothing, WelcomePlace: nothing },
    ...{ ChatHost: nothing, BottomBar: nothing, MemberDuties: nothing },
  };
});
afterEach(leave);

it("tells a member whose navigation can't be loaded that the page is outdated, until it is loaded", async () => {
  serve({});
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  show(<Shell>The page</Shell>);
  await vi.waitFor(() => expect(lateMember.failures()).toBe(1));
  expect(screen.queryByText(/There is a newer version/)).toBeNull();
  await act(lateMember.fetch);
  expect(screen.getByText(/There is a newer version/)).toBeTruthy();
  expect(screen.getByRole("main").textContent).toBe("The page");
  press("Load again");
  expect(reload).toHaveBeenCalledTimes(1);
  chunks.back = true;
  act(() => void dispatchEvent(new Event("online")));
  expect(await screen.findByText("The navigation")).toBeTruthy();
  expect(screen.queryByText(/There is a newer version/)).toBeNull();
});
