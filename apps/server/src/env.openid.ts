import { z } from "zod";
import { isHttpsOrLoopback } from "./env.fields.ts";

const MOST = 10;

const provider = z.strictObject({
  /** In the address that it sends browsers back to. */
  id: z.string().regex(/^[a-z0-9-]{1,32}$/),
  name: z.string().trim().min(1).max(60),
  issuer: z
    .string()
    .max(500)
    .refine(isHttpsOrLoopback, "must begin with https://")
    // Logins are found by it, and a bare host means the same with and without a slash.
    .transform((url) => new URL(url).href),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  /** False for one that leaves `auth_time` out of its ID tokens. */
  saysWhen: z.boolean().default(true),
});

export type OpenIdSettings = z.infer<typeof provider>;

const providers = z.string().transform((text, context): readonly OpenIdSettings[] => {
  const parsed = z.array(provider).max(MOST).safeParse(json(text));
  if (!parsed.success) {
    const [{ path, message } = { path: [], message: "" }] = parsed.error.issues;
    context.addIssue(
      `must be a JSON array of providers, each with id, name, issuer, and clientId: ${path.join(".")} ${message}`,
    );
    return z.NEVER;
  }
  for (const field of ["id", "name", "issuer"] as const) {
    const values = parsed.data.map((one) => (field === "issuer" ? one[field] : one[field].toLowerCase()));
    if (new Set(values).size < values.length) context.addIssue(`must not name two providers with the same ${field}`);
  }
  return parsed.data;
});

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const OPENID_VARIABLES = {
  OPENID_PROVIDERS: providers
    .optional()
    .describe(
      'OpenID Connect providers that members can sign in with: a JSON array such as [{"id":"google","name":"Google","issuer":"https://accounts.google.com","clientId":"…","clientSecret":"…"}]. Each has to know its own redirect URI, which is PUBLIC_ORIGIN followed by /login/ and its id. An issuer must never change. With saysWhen set to false, a provider that leaves out when its members signed in is trusted to ask them again on request; otherwise its members cannot confirm with it. Set with PUBLIC_ORIGIN.',
    ),
};
