// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, refusal, serve, show } from "../../lib/render.support.tsx";
import { queryClient } from "../../lib/trpc.ts";
import { ReservesPage } from "./ReservesPage.tsx";
import { REPORT } from "./reserves.support.ts";

afterEach(leave);

it("the proof of reserves shows a mismatch, and keeps its figures when they could not be refreshed", async () => {
  const report = { ...REPORT, status: "mismatch", difference: "-2", unexplained: "-2" };
  let fails = false;
  serve({ "reserves.get": () => (fails ? refusal() : report) });
  show(<ReservesPage />, null);
  expect(await screen.findByRole("heading", { name: "The books and the chain do not agree" })).toBeTruthy();
  expect(screen.getByText(/2\.0000 SOL less than the books/)).toBeTruthy();
  fails = true;
  void queryClient.invalidateQueries();
  expect((await screen.findByRole("alert")).textContent).toContain("The figures could not be refreshed");
  expect(screen.getByRole("region", { name: "What the platform owes" }).textContent).toContain("13.1000 BBUX");
});
