// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, MEMBER, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { currentSession } from "../../lib/session.ts";
import { FreezeAccount } from "./FreezeAccount.tsx";

afterEach(leave);

it("a freeze is asked for once more, and leads to the page about it, whose place in the history doesn't name the account", async () => {
  const { count } = serve({ "auth.freeze": { success: true, message: "Frozen" } });
  const { router } = show(<FreezeAccount user={MEMBER} />);
  press("Freeze my account");
  expect(count("auth.freeze")).toBe(0);
  press("Freeze");
  await waitFor(() => expect(currentSession().user).toBeNull());
  const { location } = router.history;
  expect(location).toMatchObject({ pathname: "/freeze", state: { isFrozen: true } });
  expect(JSON.stringify(location.state)).not.toContain(MEMBER.email);
  expect(sessionStorage.getItem("bbux.frozen-address")).toContain(MEMBER.email);
});

it("a freeze that fails says so, and changes nothing", async () => {
  serve({ "auth.freeze": refusal({ status: 429, code: "RATE_LIMITED", error: "Too many requests" }) });
  const { router } = show(<FreezeAccount user={MEMBER} />);
  press("Freeze my account");
  press("Freeze");
  expect((await screen.findByRole("alert")).textContent).toContain("Too many requests");
  expect(currentSession().user).not.toBeNull();
  expect(router.history.location.pathname).toBe("/");
});
