import { expect, it } from "vitest";
import { alertDetail, alertTitle } from "./alerts.ts";

it("describes an alert, even of an unknown kind", () => {
  expect(alertTitle("withdrawal_stuck")).toBe("A withdrawal has been waiting for a long time");
  expect(alertTitle("moon_eclipsed")).toBe("Moon eclipsed");
});

it("shows amounts in SOL to the last digit", () => {
  expect(alertDetail("1250000001 base units at the hot wallet")).toBe("1.250000001 SOL at the hot wallet");
});
