import { DAY_MS } from "@bbux/contract";

/** The file has to name an end, and is made anew with each request. */
const VALID_DAYS = 90;

/**
 * Builds `/.well-known/security.txt`, which says where to report a vulnerability (RFC 9116).
 * @param contact an email address or an https URL
 */
export function securityText(contact: string, origin: string, now: Date): string {
  const uri = contact.startsWith("https://") ? contact : `mailto:${contact}`;
  // Whole days, so that a day's requests get the same file.
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS);
  return `Contact: ${uri}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${origin}/.well-known/security.txt
`;
}
