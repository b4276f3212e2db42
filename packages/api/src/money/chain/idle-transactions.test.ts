import { describe, expect, it } from "vitest";
import { idleTransactions } from "./idle-transactions.ts";

describe("idle transactions", () => {
  it("are known again on the same chain, to the same reader only", () => {
    const idleOf = idleTransactions();
    const [chain, another] = [{}, {}];
    idleOf(chain).add("signature");
    expect(idleOf(chain).has("signature")).toBe(true);
    expect(idleOf(another).has("signature")).toBe(false);
    expect(idleTransactions()(chain).has("signature")).toBe(false);
  });

  it("are forgotten once there are more than the limit", () => {
    const idleOf = idleTransactions(2);
    const chain = {};
    idleOf(chain).add("first").add("second");
    expect(idleOf(chain).size).toBe(2);
    idleOf(chain).add("third");
    expect(idleOf(chain).size).toBe(0);
  });
});
