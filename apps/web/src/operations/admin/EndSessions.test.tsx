// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { fill, leave, press, refusal, serve, show } from "../../lib/render.support.tsx";
import { EndSessions } from "./EndSessions.tsx";

afterEach(leave);

const NOOR = { id: "9", username: "noor" };

it("a member is signed out everywhere with a reason, after the admin has read what that means", async () => {
  const server = serve({ "admin.endSessions": { success: true, username: "noor", ended: 3 } });
  show(<EndSessions user={NOOR} />);
  press("End sessions of noor");
  expect(await screen.findByText(/All sessions and tokens of noor end/)).toBeTruthy();
  // Members may have no password.
  expect(screen.getByText(/Their ways to sign in still work/)).toBeTruthy();
  press("End all sessions");
  expect(await screen.findByText("Please say why")).toBeTruthy();
  expect(server.count("admin.endSessions")).toBe(0);
  fill(/^Reason/, "Laptop stolen");
  press("End all sessions");
  await waitFor(() => expect(server.callsOf("admin.endSessions")).toHaveLength(1));
  expect(server.callsOf("admin.endSessions")[0]?.input).toEqual({ id: "9", reason: "Laptop stolen" });
});

it("the dialog shows why the sessions couldn't be ended", async () => {
  serve({ "admin.endSessions": refusal({ status: 404, code: "NOT_FOUND", error: "There is no member named 9" }) });
  show(<EndSessions user={NOOR} />);
  press("End sessions of noor");
  fill(/^Reason/, "Laptop stolen");
  press("End all sessions");
  expect((await screen.findByRole("alert")).textContent).toContain("There is no member named 9");
});
