/* The part of refunds that screens need without a schema. */

export const VOTE_REASON_TOO_SHORT = "Please provide at least 20 characters of reasoning for your vote";
