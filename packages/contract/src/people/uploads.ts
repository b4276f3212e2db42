import { z } from "zod";
import { LIMITS } from "../platform/limits.ts";

export { UPLOAD_MESSAGES } from "./uploads.messages.ts";

/** Accepted types, detected from the content whatever the name says. Images are re-encoded; of videos, everything but the video is blanked out. */
export const UPLOAD_TYPES = {
  image: ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"],
  video: ["video/mp4", "video/quicktime", "video/webm", "video/ogg"],
} as const;

/** The last part of an upload's address: 128 random bits and the file type. */
export const UPLOAD_KEY = /(?<![\w-])[\w-]{22}\.(?:jpg|png|webp|gif|mp4|mov|webm|ogv)(?![\w-])/;

export const uploadOutput = z.object({
  success: z.literal(true),
  secure_url: z.string().max(LIMITS.url).meta({ description: "Give it as `url` of a post's media" }),
  type: z.enum(["IMAGE", "VIDEO"]),
  thumbnailUrl: z.null(),
});
export type UploadOutput = z.infer<typeof uploadOutput>;

export const profilePictureOutput = z.object({ success: z.literal(true), profilePicture: z.string() });
export type ProfilePictureOutput = z.infer<typeof profilePictureOutput>;
