/** The wallet's name in the modal. */
export const DEVELOPMENT_WALLET = "Development wallet";

/** Shown wherever the wallet appears. */
export const WORTHLESS = "Local chain only, worthless SOL";
