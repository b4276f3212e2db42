import { type Role, suspensionProblem } from "@bbux/contract";
import { allowed, refused, type Verdict } from "../../platform/errors/errors.ts";

interface Judge {
  readonly id: string;
  readonly role: Role;
}

/** Gives the contract's rule its refusals. @param judge null for an operator's command */
export function maySuspend(judge: Judge | null, member: Judge): Verdict {
  switch (suspensionProblem(judge, member)) {
    case null:
      return allowed;
    case "self":
      return refused("OWN_DECISION", { message: "You cannot suspend yourself" });
    case "admin": {
      const message = "An admin can't be suspended. Take the role away first.";
      return refused(judge === null ? "CONFLICT" : "FORBIDDEN", { message });
    }
    case "moderator":
      return refused("FORBIDDEN", { message: "Only an admin can suspend a moderator, or end it" });
  }
}
