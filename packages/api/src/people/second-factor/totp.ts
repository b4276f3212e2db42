import { APP } from "@bbux/contract";
import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;

/** Creates the secret of a new authenticator app, in Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What the QR code of an enrolment contains. @param platform its name, by which the app lists the account */
export const totpUri = (secret: string, account: string, platform: string): string =>
  totpOf(secret, account, platform).toString();

/**
 * Finds the time step that a code belongs to: the present one, or one of its neighbors, because clocks differ.
 * @returns null for a code of none of them
 */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / (PERIOD_SECONDS * 1_000)) + delta;
}

function totpOf(secret: string, account = "member", platform: string = APP.name): TOTP {
  return new TOTP({
    issuer: platform,
    label: account,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
