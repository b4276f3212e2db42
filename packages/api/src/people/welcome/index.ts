// The first steps of a new member: beginning them when an account is opened.
export { beginWelcome } from "./welcome.commands.ts";
