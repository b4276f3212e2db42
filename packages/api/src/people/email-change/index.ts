// Changing a member's email address: a link to the new one, a notice to the old one, and undoing it from there.
export { applyChange, setEmail } from "./apply.command.ts";
export { issueEmailChange, removeOldEmailChanges, storeEmailChange } from "./request.command.ts";
export { undoableChange, undoEmailToken } from "./undo-link.ts";
