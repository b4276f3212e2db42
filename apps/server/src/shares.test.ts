import { AppError } from "@bbux/api";
import { describe, expect, it } from "vitest";
import { createShares } from "./shares.ts";

const make = () => createShares({ places: 3, refusal: "Enough", retryAfter: 7 });
const ada = { key: "ada", share: 2 };
const net = { key: "net", share: 2 };

function refusal(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.message, error.details];
  }
  return null;
}

describe("shares", () => {
  it("refuse a holder who has its share, and nobody else", () => {
    const shares = make();
    shares.take([ada]);
    shares.take([ada]);
    expect(refusal(() => shares.take([ada]))).toEqual(["RATE_LIMITED", "Enough", { retryAfter: 7 }]);
    expect(refusal(() => shares.take([{ key: "bob", share: 2 }]))).toBeNull();
  });

  it("count for every holder of a place", () => {
    const shares = make();
    shares.take([{ key: "bob", share: 2 }, net]);
    shares.take([{ key: "cleo", share: 2 }, net]);
    expect(refusal(() => shares.take([ada, net]))).toContain("RATE_LIMITED");
    expect(refusal(() => shares.take([ada]))).toBeNull();
  });

  it("turn everybody away when all places are taken", () => {
    const shares = make();
    for (const key of ["a", "b", "c"]) shares.take([{ key, share: 2 }]);
    expect(refusal(() => shares.take([ada]))).toMatchObject([
      "SERVICE_UNAVAILABLE",
      expect.anything(),
      { retryAfter: 7 },
    ]);
  });

  it("give a place back once", () => {
    const shares = make();
    const first = shares.take([ada]);
    shares.take([ada]);
    first();
    first();
    expect(refusal(() => shares.take([ada]))).toBeNull();
    expect(refusal(() => shares.take([ada]))).toContain("RATE_LIMITED");
  });
});
