import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";
import { call, ok } from "./support.ts";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe("the application", () => {
  it("shows its operator the version, the actual environment, and that every feature is on [C1.15 C1.16]", async () => {
    const { body } = await call(t, "GET", "/metrics");
    expect(body).toContain('bbux_release_info{version="1.0.0",environment="test"} 1\n');
    for (const name of ["notifications", "wallet", "voting"]) {
      expect(body).toContain(`bbux_feature_on{feature="${name}"} 1\n`);
    }
  });

  it("declares the version in the API's document [C1.16]", async () => {
    expect(ok(await call(t, "GET", "/openapi.json")).info.version).toBe("1.0.0");
  });
});
