/** Where texts that wait to be posted are stored, each member's under a key of their own. public/offline.js reads them, too. */
export const OUTBOX = "bbux.outbox.";
