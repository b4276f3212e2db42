import { z } from "zod";
import { rawText } from "../platform/text.ts";
import { secondFactorCode } from "./factors.ts";

/** An OpenID Connect provider, as the operator configured it. */
export const openIdProvider = z
  .object({ id: z.string().meta({ example: "google" }), name: z.string().meta({ example: "Google" }) })
  .meta({ id: "OpenIdProvider", description: "Where members can have an account that signs them in here" });
export type OpenIdProvider = z.infer<typeof openIdProvider>;

export const openIdProvidersOutput = z.object({ providers: z.array(openIdProvider) });

const provider = rawText({ min: 1, max: 32, tooShort: "provider is required" }).meta({ example: "google" });

export const openIdStartInput = z.object({
  provider,
  again: z.boolean().default(false).meta({
    description: "Whether the provider has to ask for the password again, to prove who the caller is",
  }),
});
export const linkOpenIdStartInput = z.object({ provider });

export const openIdStartOutput = z.object({
  url: z.string().meta({ description: "Of the provider, where the browser goes next" }),
  flow: z
    .string()
    .meta({ description: "Sealed. Keep it until the browser is back, and give it to `POST /auth/openid/return`" }),
});

export const openIdReturnInput = z.object({
  provider: provider.meta({ description: "In the address that the browser came back to, `/login/{provider}`" }),
  flow: rawText({ min: 1, max: 2_000, tooShort: "flow is required" }),
  answer: rawText({ min: 1, max: 8_000, tooShort: "answer is required" }).meta({
    description: "The query of the address that the provider sent the browser back to, `code=…&state=…`",
  }),
});

/** Stands for an account at a provider as a signature stands for a wallet. */
export const openIdProof = rawText({ min: 1, max: 4_000, tooShort: "proof is required" }).meta({
  description: "What `POST /auth/openid/return` gave: good for five minutes and one use",
});

export const openIdReturnOutput = z.object({
  proof: z.string().meta({ description: "Sealed. Good for five minutes and one use" }),
  provider: openIdProvider,
  account: z
    .string()
    .nullable()
    .meta({ description: "What the member calls the account there, such as its email address" }),
  email: z
    .string()
    .nullable()
    .meta({ description: "As the provider knows it, to fill in when signing up. It proves nothing here" }),
});

export const openIdLoginInput = z.object({ proof: openIdProof, code: secondFactorCode.optional() });
export const linkOpenIdInput = z.object({ proof: openIdProof });
