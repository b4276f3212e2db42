// Granting roles, and suspending members.
export { grantRole, type RoleChange } from "./roles.commands.ts";
export { suspend, unsuspend } from "./suspension.commands.ts";
