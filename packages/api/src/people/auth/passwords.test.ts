import { describe, expect, it } from "vitest";
import { AppError } from "../../platform/errors/errors.ts";
import { createPasswords } from "./passwords.ts";

describe("passwords", () => {
  it("are stored as salted argon2id, and only the right one matches", async () => {
    const { hash, verify } = createPasswords();
    const [one, two] = [await hash("correct horse"), await hash("correct horse")];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verify(one, "correct horse")).toBe(true);
    expect(await verify(one, "correct horse ")).toBe(false);
    expect(await verify(one, "")).toBe(false);
  });

  it("never match an account that has none", async () => {
    const { verify } = createPasswords();
    for (const attempt of ["", "x", "\0"]) expect(await verify(null, attempt)).toBe(false);
  });

  it("wait in a bounded queue that turns callers away when full and serves the others [C7.68]", async () => {
    const { verify } = createPasswords({ maxWaiting: 5 });
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => verify(null, "x")));
    const served = outcomes.filter((outcome) => outcome.status === "fulfilled");
    const refused = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason as unknown);
    expect(served.length).toBeGreaterThanOrEqual(6);
    expect(refused.length).toBe(100 - served.length);
    for (const reason of refused) expect(reason instanceof AppError && reason.code).toBe("SERVICE_UNAVAILABLE");
    // Every slot was released.
    expect(await Promise.all([verify(null, "x"), verify(null, "x")])).toEqual([false, false]);
  });
});
