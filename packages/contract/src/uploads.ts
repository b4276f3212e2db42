import { z } from "zod";
import { LIMITS } from "./limits.ts";

/** What uploads are refused with, word for word (spec core §5): for the server, and for the web before it sends. */
export const UPLOAD_MESSAGES = {
  mediaType: "Please upload a video or image file",
  mediaSize: "File size must be less than 50MB or 100MB",
  pictureType: "Please upload an image file",
  pictureSize: "File size must be less than 5MB",
} as const;

/** Types that are taken, by content and whatever the name says. Images are written anew, videos kept as they are. */
export const UPLOAD_TYPES = {
  image: ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"],
  video: ["video/mp4", "video/quicktime", "video/webm", "video/ogg"],
} as const;

/** The last part of an own upload's address: 128 random bits and what the content is. */
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
