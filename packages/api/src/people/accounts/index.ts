// Granting roles, suspending members, and signing them out.
export { endMemberSessions } from "./end-member-sessions.command.ts";
export { isNamed } from "./named-member.sql.ts";
export { grantRole, hasAdmin, type RoleChange, settledAdmins } from "./roles.commands.ts";
export { freezeWithdrawals, unfreezeWithdrawals } from "./staff-freeze.commands.ts";
export { suspend, unsuspend } from "./suspension.commands.ts";
