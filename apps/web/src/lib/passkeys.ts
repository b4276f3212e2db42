import type { PasskeyAssertion, PasskeyRegistration } from "@bbux/contract";
import type {
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from "@simplewebauthn/browser";

// What they consist of is between the server's library and this one.
type Options = Record<string, unknown>;

/** Whether this browser can use passkeys here: only on HTTPS and on localhost. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined";
}

/**
 * Has the browser ask for a passkey of this site.
 * @param options of the server
 * @returns null if the member gave up
 */
export async function askForPasskey(options: Options): Promise<PasskeyAssertion | null> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return unlessGivenUp(startAuthentication({ optionsJSON: as<RequestOptions>(options) }));
}

/** Has the browser make a passkey. @returns null if the member gave up */
export async function makePasskey(options: Options): Promise<PasskeyRegistration | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return unlessGivenUp(startRegistration({ optionsJSON: as<CreationOptions>(options) }));
}

const as = <Known extends object>(options: Options): Known => Object.assign({} as Known, options);

async function unlessGivenUp<Passkey>(asked: Promise<object>): Promise<Passkey | null> {
  try {
    return (await asked) as Passkey;
  } catch (error) {
    // Also what a browser says of a dialog that was left open too long.
    if (error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError")) return null;
    throw error;
  }
}
