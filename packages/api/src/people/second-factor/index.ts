// What second factors consist of: passkeys, codes of authenticator apps, and recovery codes.
export { isChallengeOpen, markUsed, newChallenge, type Purpose, readChallenge, takeChallenge } from "./challenges.ts";
export { factorName } from "./factor-name.sql.ts";
export { lockCaller, lockMember } from "./lock-member.ts";
export { challengeReader, PASSKEY_TIMEOUT_MS, passkeySignInOptions, refuse, usePasskey } from "./passkeys.command.ts";
export { firstRecoveryCodes, removeVoidCodes, replaceRecoveryCodes } from "./recovery-codes.ts";
export { relyingParty } from "./relying-party.ts";
export { countCode, factorsOf, requireCodeIfNeeded, takeTotp } from "./require-code.ts";
export { storeTotp } from "./store-totp.command.ts";
export { newTotpSecret, totpUri } from "./totp.ts";
export { removeOldCodes, tryCode, voidWrongCodes, wrongCodesOf } from "./wrong-codes.ts";
