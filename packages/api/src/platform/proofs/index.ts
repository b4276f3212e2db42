// Secrets and their hashes, and when a session's member last proved who they are.
export { hashSecret } from "./hash-secret.ts";
export { markProved } from "./mark-proved.command.ts";
export { generateSecret } from "./secrets.ts";
