// Granting roles, and suspending members.
export { grantRole, type RoleChange, settledAdmins } from "./roles.commands.ts";
export { suspend, unsuspend } from "./suspension.commands.ts";
