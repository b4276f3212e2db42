import type { Services } from "../../platform/context/index.ts";

/** Where passkeys may be used. */
export interface RelyingParty {
  /** The host that passkeys are bound to. */
  readonly id: string;
  readonly origin: string;
}

const LOCALHOST = "localhost";

/**
 * Returns whom a passkey has to be made for: the web app's origin, or without one, in development, localhost at the port of the page.
 * @param clientData what the browser signed, in Base64url
 */
export function relyingParty({ publicOrigin }: Pick<Services, "publicOrigin">, clientData?: string): RelyingParty {
  if (publicOrigin !== null) return { id: new URL(publicOrigin).hostname, origin: publicOrigin };
  const said = clientData === undefined ? null : originIn(clientData);
  return { id: LOCALHOST, origin: said?.hostname === LOCALHOST ? said.origin : `http://${LOCALHOST}` };
}

function originIn(clientData: string): URL | null {
  try {
    return new URL(JSON.parse(Buffer.from(clientData, "base64url").toString()).origin);
  } catch {
    return null;
  }
}
