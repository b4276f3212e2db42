// Asking for the password again, before something that a stolen session mustn't do.
export { confirmPassword, requireSamePassword } from "./confirm-password.ts";
