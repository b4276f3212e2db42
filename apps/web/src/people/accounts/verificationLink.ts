let link: string | undefined;

/** Keeps the link that a sign-up returned, in development only, for the line that asks to confirm the address. */
export function keepVerificationLink(given: string | undefined): void {
  link = given;
}

export const keptVerificationLink = (): string | undefined => link;
