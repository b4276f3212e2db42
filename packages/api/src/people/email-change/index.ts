// Changing a member's email address: a link to the new one, a notice to the old one, and undoing it from there.
export { createEmailChange, removeOldEmailChanges } from "./request.command.ts";
export { undoEmailToken } from "./undo-link.ts";
