// Second factors: authenticator apps and recovery codes.
export { countCode, hasFactor, requireCodeIfNeeded } from "./require-code.ts";
export { storeTotp } from "./store-totp.command.ts";
