/* The part of governance that screens need without a schema. */

export const INVALID_AMOUNT = "Please enter a valid amount";
