import { z } from "zod";
import { LIMITS } from "../platform/limits.ts";

/** The error sentences for uploads, used by the server, and by the web before it sends. */
export const UPLOAD_MESSAGES = {
  mediaType: "Please upload a video or image file",
  mediaSize: "File size must be less than 50MB or 100MB",
  damagedVideo: "This video is incomplete or damaged. Export it again, and upload the new file.",
  extraTrack: "This video has a track that is neither picture nor sound. Export it without subtitles and data tracks.",
  pictureType: "Please upload an image file",
  pictureSize: "File size must be less than 5MB",
} as const;

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
