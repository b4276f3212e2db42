import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { rawText } from "../platform/text.ts";

/** What a member can prove who they are with. */
export const proofKind = z
  .enum(["password", "wallet", "openid", "passkey", "totp", "recovery_code"])
  .meta({ id: "ProofKind" });
export type ProofKind = z.infer<typeof proofKind>;

/** A code of an authenticator app, or a recovery code, however it is grouped. */
export const secondFactorCode = rawText({ min: 1, max: 64, tooShort: "Code is required" }).meta({
  description: "Six digits of the authenticator app, or a recovery code",
  example: "123456",
});

export const factorKind = z.enum(["passkey", "totp"]);
export type FactorKind = z.infer<typeof factorKind>;

/** When a way to sign in was suspended. */
export const suspendedAt = time.nullable().meta({
  description:
    "Since when it counts for nothing, because it was added shortly before the account was recovered; `POST /auth/ways-in/{id}/confirm` ends that",
});

export const factor = z
  .object({
    id: idOut,
    kind: factorKind,
    name: z.string().nullable().meta({ description: "Of a passkey, as its member called it" }),
    createdAt: time,
    lastUsedAt: time.nullable(),
    suspendedAt,
  })
  .meta({ id: "Factor", description: "A second factor that is set up" });

export type Factor = z.infer<typeof factor>;

export const listFactorsOutput = z.object({
  factors: z.array(factor),
  recoveryCodesLeft: z.int(),
  requiredFrom: time
    .nullable()
    .meta({ description: "When a moderator or admin without one is refused everything else; null if none is needed" }),
});

export const beginTotpOutput = z.object({
  secret: z.string().meta({ description: "For an app that can't read the QR code, in Base32" }),
  uri: z.string().meta({ description: "What the QR code contains: `otpauth://totp/…`" }),
});

export const confirmTotpInput = z.object({ code: secondFactorCode });
export const recoveryCodesOutput = z.object({
  success: z.literal(true),
  recoveryCodes: z.array(z.string()).meta({ description: "Each works once. They are never shown again." }),
});
export const removeFactorInput = z.object({ id });
