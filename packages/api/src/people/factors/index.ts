// Second factors: passkeys, authenticator apps and recovery codes.
export { passkeySignInOptions, usePasskey } from "./passkeys.commands.ts";
export { countCode, requireCodeIfNeeded } from "./require-code.ts";
export { storeTotp } from "./store-totp.command.ts";
