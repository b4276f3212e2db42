/** As the modal lists it. */
export const DEVELOPMENT_WALLET = "Development wallet";

/** Said wherever it shows itself. */
export const WORTHLESS = "Local chain only, worthless SOL";
