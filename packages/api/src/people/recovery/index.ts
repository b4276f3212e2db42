// An operator gives an account back to a member who has lost the mailbox or the second factor.
export { setMemberEmail } from "./email.command.ts";
export { removeFactors } from "./factors.command.ts";
