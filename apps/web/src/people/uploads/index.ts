// Uploads: the queue, its rows, and the media of a text.
export { ACCEPTED, altOf, kindOf, refusalOf } from "./file.ts";
export { type AboutRecording, MediaField } from "./MediaField.tsx";
export { draftsOf, type MediaDraft, mediaDraft, mediaOf, withMedia } from "./media.ts";
export { uploadsInTheWay } from "./queue.ts";
export { sendForm } from "./send.ts";
export { UploadRows } from "./UploadRows.tsx";
export { useFileDrop } from "./useFileDrop.ts";
export { type Uploads, useUploads } from "./useUploads.ts";
