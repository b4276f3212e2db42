// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { SeriesChart } from "./SeriesChart.tsx";

afterEach(cleanup);

it("draws a line from three points on, and says so before", () => {
  const points = [1, 2, 3].map((value) => ({ at: value, value }));
  const chart = (count: number) => (
    <SeriesChart label="Stake" points={points.slice(0, count)} format={String} day={String} nothing="Later" />
  );
  const { rerender } = render(chart(2));
  expect(screen.getByText("Later")).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
  rerender(chart(3));
  expect(screen.queryByText("Later")).toBeNull();
  expect(screen.getByRole("img", { name: /Stake/ })).toBeTruthy();
});
