// Asking for the password again, before something that a stolen session mustn't do.
export { confirmPassword, confirmPasswordOrProof, requireSamePassword } from "./confirm-password.ts";
