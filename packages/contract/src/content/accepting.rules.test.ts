import { describe, expect, it } from "vitest";
import { acceptRefusal, isUnpaid } from "./accepting.rules.ts";

const post = { authorId: "asker", status: "OPEN", bountyStatus: "NONE" };
const bounty = { ...post, bountyStatus: "ESCROWED" };
const theirs = { authorId: "other" };

it("a bounty is in escrow only while escrowed or expired", () => {
  const unpaid = ["NONE", "ESCROWED", "EXPIRED", "PAID", "REFUNDED"].filter((bountyStatus) =>
    isUnpaid({ bountyStatus }),
  );
  expect(unpaid).toEqual(["ESCROWED", "EXPIRED"]);
});

describe("accepting an answer", () => {
  it("is for the asker, as long as nothing is closed, paid or being decided [C4.21]", () => {
    expect(acceptRefusal("asker", post, theirs)).toBeNull();
    expect(acceptRefusal("asker", { ...bounty, status: "COMPLETED" }, theirs)).toBeNull();
    expect(acceptRefusal("other", post, theirs)).toBe("FORBIDDEN");
    expect(acceptRefusal(undefined, post, theirs)).toBe("FORBIDDEN");
    expect(acceptRefusal("asker", { ...post, status: "CLOSED" }, theirs)).toBe("POST_CLOSED");
    expect(acceptRefusal("asker", { ...bounty, bountyStatus: "PAID" }, theirs)).toBe("ALREADY_ACCEPTED");
    expect(acceptRefusal("asker", bounty, theirs, { isRefundOpen: true })).toBe("REFUND_PENDING");
  });

  it.each(["ESCROWED", "EXPIRED"])(
    "that would pay a bounty (%s) is refused for one's own, and for who left",
    (state) => {
      const paying = { ...post, bountyStatus: state };
      expect(acceptRefusal("asker", paying, { authorId: "asker" })).toBe("OWN_ANSWER");
      expect(acceptRefusal("asker", paying, { ...theirs, authorLeft: true })).toBe("CONFLICT");
      expect(acceptRefusal("asker", post, { authorId: "asker" })).toBeNull();
      expect(acceptRefusal("asker", post, { ...theirs, authorLeft: true })).toBeNull();
    },
  );
});
