import { z } from "zod";
import { time } from "../platform/ids.ts";
import { TRUST_KINDS, TRUST_LEVELS } from "./trust-levels.rules.ts";

export const trustLevel = z.enum(TRUST_LEVELS).meta({ id: "TrustLevel" });

/** What a member may still do of one kind. */
export const trustAllowance = z
  .object({
    kind: z.enum(TRUST_KINDS).meta({ description: "`uploads` are counted in bytes" }),
    day: z.int().meta({ description: "The most within 24 hours of the first" }),
    minute: z.int().nullable().meta({ description: "The most within a minute, if that is limited" }),
    used: z.int(),
    left: z.int(),
    until: time.nullable().meta({ description: "When the present 24 hours end; null if nothing has been used" }),
  })
  .meta({ id: "TrustAllowance" });
export type TrustAllowance = z.infer<typeof trustAllowance>;

/** A member's own trust level, what it takes to get to the next one, and what is left today. */
export const trustOutput = z.object({
  success: z.literal(true),
  level: trustLevel,
  next: z
    .object({
      level: trustLevel,
      confirmEmail: z.boolean().meta({ description: "Whether the email address has to be confirmed first" }),
      points: z.int().meta({ description: "Points from established members and staff so far" }),
      pointsNeeded: z.int(),
      oldEnoughAt: time.nullable().meta({ description: "When the account is old enough; null if it is" }),
    })
    .nullable()
    .meta({ description: "Null for established members and staff" }),
  isLimited: z.boolean().meta({ description: "False where the operator has lifted the limits, for development" }),
  allowances: z.array(trustAllowance),
});
export type Trust = z.infer<typeof trustOutput>;
