import { AppError, type OpenIdAccount, type OpenIdProvider } from "@bbux/api";
import * as client from "openid-client";
import type { OpenIdSettings } from "./env.openid.ts";

const YEAR = "31536000";
/** How long a provider may take to answer (s). */
const PATIENCE = 5;

/**
 * Providers, as openid-client talks to them.
 * @param origin of the web app, to whose `/login/<id>` they send browsers back
 */
export function createOpenIdProviders(
  settings: readonly OpenIdSettings[],
  origin: string | undefined,
): OpenIdProvider[] {
  return settings.map((one) => createProvider(one, `${origin}/login/${one.id}`));
}

function createProvider(settings: OpenIdSettings, redirectUri: string): OpenIdProvider {
  const { id, name, issuer, saysWhen } = settings;
  const configuration = discovered(settings);
  const orRefuse = (error: unknown): never => {
    throw refusal(error, name);
  };
  return {
    id,
    name,
    issuer,
    saysWhen,
    async address({ state, nonce, verifier }, again) {
      const config = await configuration().catch(orRefuse);
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        // With any age, the provider has to say when its member last gave a proof.
        ...(again ? { prompt: "login", max_age: "0" } : { max_age: YEAR }),
      });
      // Browsers are sent there from our page, so a script's address would run in it.
      if (url.protocol !== "https:" && url.protocol !== new URL(issuer).protocol) throw unavailable(name);
      return url.href;
    },
    async exchange({ state, nonce, verifier }, answer) {
      const config = await configuration().catch(orRefuse);
      const back = new URL(redirectUri);
      back.search = answer;
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      const tokens = await client.authorizationCodeGrant(config, back, checks).catch(orRefuse);
      const claims = tokens.claims();
      // A provider for many organizations may vouch for any of them.
      if (claims === undefined || new URL(claims.iss).href !== issuer) throw new AppError("OPENID_REFUSED");
      return accountOf(claims, await detailsOf(config, tokens.access_token, claims));
    },
  };
}

/** Discovers what the provider supports when it's first needed, so that one which is away doesn't keep the platform from starting. */
function discovered({ issuer, clientId, clientSecret }: OpenIdSettings): () => Promise<client.Configuration> {
  const execute = [
    // The signature of an ID token is checked even though it came over TLS.
    client.enableNonRepudiationChecks,
    // Settings allow http on this machine only.
    ...(issuer.startsWith("http:") ? [client.allowInsecureRequests] : []),
  ];
  let known: Promise<client.Configuration> | null = null;
  return () => {
    known ??= client
      .discovery(new URL(issuer), clientId, {}, authentication(clientSecret), { execute, timeout: PATIENCE })
      .catch((error: unknown) => {
        known = null;
        throw error;
      });
    return known;
  };
}

/** As the provider supports it; without a secret, the proof key alone ties the code to us. */
function authentication(secret: string | undefined): client.ClientAuth {
  if (secret === undefined) return client.None();
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const method = methods.includes("client_secret_basic") ? client.ClientSecretBasic : client.ClientSecretPost;
    return method(secret)(server, ...rest);
  };
}

/** Longer names and addresses aren't shown. */
const MOST = 320;

/** What the member is called there. Some providers tell it with the ID token, others only when asked; signing in takes neither. */
async function detailsOf(
  config: client.Configuration,
  accessToken: string,
  claims: client.IDToken,
): Promise<client.UserInfoResponse> {
  if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  return client.fetchUserInfo(config, accessToken, claims.sub).catch(() => claims);
}

function accountOf({ sub, auth_time: time }: client.IDToken, details: client.UserInfoResponse): OpenIdAccount {
  if (sub.length === 0 || sub.length > 255 || CONTROL.test(sub)) throw new AppError("OPENID_REFUSED");
  return {
    subject: sub,
    email: textOf(details.email),
    name: textOf(details.preferred_username) ?? textOf(details.name),
    provedAt: isTime(time) ? new Date(time * 1_000) : null,
  };
}

const CONTROL = /\p{C}/u;

/** In seconds, within what databases take. */
const isTime = (claim: unknown): claim is number =>
  Number.isSafeInteger(claim) && Number(claim) >= 0 && Number(claim) < 1e11;

/** @returns null for what has characters that nobody sees, such as those that turn the direction of a text */
const textOf = (claim: unknown): string | null =>
  typeof claim === "string" && claim.trim() !== "" && !CONTROL.test(claim) ? claim.trim().slice(0, MOST) : null;

/** What the provider answers when its member doesn't want to, or can't. */
const MEMBERS: ReadonlySet<string> = new Set([
  "access_denied",
  "login_required",
  "consent_required",
  "interaction_required",
  "account_selection_required",
]);

function refusal(error: unknown, name: string): AppError {
  if (error instanceof client.AuthorizationResponseError && MEMBERS.has(error.error)) {
    const message = `You didn't sign in at ${name}. Try again, or use another way to sign in.`;
    return new AppError("OPENID_CANCELED", { message, cause: error });
  }
  if (isOurs(error)) {
    const message = `The sign-in at ${name} didn't work out. Try again, or use another way to sign in.`;
    return new AppError("OPENID_REFUSED", { message, cause: error });
  }
  return unavailable(name, error);
}

const unavailable = (name: string, cause?: unknown) =>
  new AppError("PROVIDER_UNAVAILABLE", {
    message: `${name} doesn't answer as it should. Try again in a moment, or sign in another way.`,
    cause,
  });

/** Whether what the browser came back with was wrong, rather than the provider or its settings. */
function isOurs(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.error === "invalid_grant";
  return error instanceof client.ClientError && REFUSED.has(error.code ?? "");
}

/** Answers and ID tokens that are for somebody or something else. */
const REFUSED: ReadonlySet<string> = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
  "OAUTH_UNSUPPORTED_OPERATION",
]);
