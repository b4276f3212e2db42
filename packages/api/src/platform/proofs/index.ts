// Secrets and their hashes, whether a session is open, and when its member last proved who they are.
export { hashSecret } from "./hash-secret.ts";
export { markProved } from "./mark-proved.command.ts";
export { requireOpenSession } from "./open-session.query.ts";
export { generateSecret } from "./secrets.ts";
