// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, serve, show } from "../../lib/render.support.tsx";
import { ReputationSummary } from "./ReputationSummary.tsx";

afterEach(leave);

const day = (n: number, points: number) => ({ date: `2026-03-0${n}`, points });

async function summary(reputationPoints: number, chart: readonly object[]) {
  const { count } = serve({ "profile.activity": { chart } });
  show(<ReputationSummary member={{ reputationPoints }} own />);
  await waitFor(() => expect(count("profile.activity")).toBe(1));
  const text = () => screen.queryByRole("link")?.textContent ?? null;
  await waitFor(() => expect(document.querySelector("[class*=Skeleton]")).toBeNull());
  return text();
}

it("says how the points have changed, unless all of them are from these days", async () => {
  expect(await summary(1, [day(1, 0), day(2, 1)])).toBeNull();
  leave();
  expect(await summary(41, [day(1, 40), day(2, 41)])).toBe("1 point gained in the last 2 days");
});
