// Uploaded files: keeping, attaching and removing them.
export { attachUploads } from "./attach.command.ts";
export { setProfilePicture } from "./picture.command.ts";
export { removeUnusedUploads } from "./sweep.command.ts";
export { erase, findFile, isTakenDown, lockFile, type StoredFile, takeDown } from "./takedown.command.ts";
export { keepUpload, requireUploadAllowance } from "./uploads.commands.ts";
