// Granting roles, suspending members, and signing them out.
export { createClaimLink, type KnownAddress, setImportedAddresses } from "./claims.commands.ts";
export { endMemberSessions } from "./end-member-sessions.command.ts";
export { finishClosings } from "./finish-closings.command.ts";
export { isNamed, nobodyNamed } from "./named-member.sql.ts";
export { refuseInterested } from "./refuse-interested.ts";
export { grantRole, hasAdmin, type RoleChange, settledAdmins } from "./roles.commands.ts";
export { goesOn, signedIn } from "./signed-in.ts";
export { freezeWithdrawals, unfreezeWithdrawals } from "./staff-freeze.commands.ts";
export { suspend, unsuspend } from "./suspension.commands.ts";
