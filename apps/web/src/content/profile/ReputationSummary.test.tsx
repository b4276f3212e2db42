// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, serve, show } from "../../lib/render.support.tsx";
import { ReputationSummary } from "./ReputationSummary.tsx";

afterEach(leave);

const [LONG_AGO, NOW] = ["2026-01-01T00:00:00.000Z", new Date().toISOString()];
const room = () => document.querySelector("[class*=Skeleton]");
const day = (n: number, points: number) => ({ date: `2026-03-0${n}`, points });

async function summary(reputationPoints: number, chart: readonly object[], createdAt = LONG_AGO) {
  const { count } = serve({ "profile.activity": { chart } });
  show(<ReputationSummary member={{ reputationPoints, createdAt }} own />);
  expect(room() !== null).toBe(createdAt === LONG_AGO);
  await waitFor(() => expect(count("profile.activity")).toBe(1));
  const text = () => screen.queryByRole("link")?.textContent ?? null;
  await waitFor(() => expect(room()).toBeNull());
  return text();
}

it("says how the points have changed, unless all of them are from these days", async () => {
  expect(await summary(1, [day(1, 0), day(2, 1)])).toBeNull();
  leave();
  expect(await summary(41, [day(1, 40), day(2, 41)])).toBe("1 point gained in the last 2 days");
});

it("keeps no room for a line that can't come yet, so that nothing moves", async () => {
  expect(await summary(1, [day(1, 0), day(2, 1)], NOW)).toBeNull();
});
