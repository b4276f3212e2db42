// Asking for the password again, before something that a stolen session mustn't do.
export { confirmPassword, confirmPasswordOrProof, requireSamePassword, triesKey } from "./confirm-password.ts";
export { accountKey, countFailure } from "./count-failure.ts";
