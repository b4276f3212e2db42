import { describe, expect, it } from "vitest";
import { estimatePassword } from "./password-estimate.ts";

const isGuessable = async (password: string, about: string[] = []) =>
  (await estimatePassword(password, about)).isGuessable;

describe("the estimate of a password", () => {
  it("comes to an end for signs that can be read as letters in millions of ways", async () => {
    expect(await isGuessable("4@8({[<369&#!1/|0$5+7%2".repeat(6).slice(0, 128))).toBe(false);
    expect(await isGuessable("1|7!".repeat(32))).toBe(true);
  });

  it.each(["p4ssw0rd", "P@$$w0rd12", "m0nk3y1", "6@rfi3ld", "footba11"])(
    "reads signs as letters: %s",
    async (password) => {
      expect(await isGuessable(password)).toBe(true);
    },
  );

  it("looks at the beginning and the end only, and takes the better of the two", async () => {
    const [weak, strong] = ["a".repeat(50), "vK3$wq9!Lm2x"];
    expect(await isGuessable(weak + weak)).toBe(true);
    expect(await isGuessable(weak + strong)).toBe(false);
    expect(await isGuessable(strong + weak)).toBe(false);
    expect(await isGuessable(weak + strong + weak)).toBe(true);
  });

  it("knows what the owner is called", async () => {
    expect(await isGuessable("marie_curie7")).toBe(false);
    expect(await isGuessable("marie_curie7", ["marie_curie", "marie", "curie"])).toBe(true);
  });

  it.each(["q8Zv3nLw", "correct horse battery", "three unlikely words", "48213570", "Tr0ub4dor&3x"])(
    "accepts %s",
    async (password) => {
      expect(await isGuessable(password)).toBe(false);
    },
  );
});
