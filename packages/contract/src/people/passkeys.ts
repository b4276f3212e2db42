import { z } from "zod";
import { LIMITS } from "../platform/limits.ts";
import { text } from "../platform/text.ts";

const base64url = z
  .string()
  .max(LIMITS.passkeyField)
  .regex(/^[\w-]+$/, "This is not Base64url");

/** What the browser's `PublicKeyCredential.toJSON()` returns of a new passkey; what else it has is ignored. */
export const passkeyRegistration = z
  .object({
    id: base64url,
    rawId: base64url,
    type: z.literal("public-key"),
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(32)).max(16).optional(),
    }),
    clientExtensionResults: z.object({}).default({}),
  })
  .meta({ id: "PasskeyRegistration" });
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

/** The same of a passkey that is used. */
export const passkeyAssertion = z
  .object({
    id: base64url,
    rawId: base64url,
    type: z.literal("public-key"),
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
    clientExtensionResults: z.object({}).default({}),
  })
  .meta({ id: "PasskeyAssertion" });
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** What to call a passkey, so that its member tells it from others. */
export const passkeyName = text({ min: 1, max: LIMITS.passkeyName, required: "Name is required" });

/** For `navigator.credentials.create()` or `.get()`, in their JSON form. */
export const passkeyOptionsOutput = z.object({
  options: z.record(z.string(), z.unknown()).meta({
    description: "For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `.parseRequestOptionsFromJSON()`",
  }),
});

export const addPasskeyInput = z.object({ name: passkeyName, passkey: passkeyRegistration });
export const passkeyLoginInput = z.object({ passkey: passkeyAssertion });
