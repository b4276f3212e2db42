import { readFile } from "node:fs/promises";
import { keepBrandImage, keepUpload, type MemberContext, requireUploadAllowance, setProfilePicture } from "@bbux/api";
import {
  BRAND_IMAGE_MESSAGES,
  BRAND_LIMITS,
  type BrandImageOutput,
  brandImageOutput,
  type ProfilePictureOutput,
  profilePictureOutput,
  UPLOAD_MESSAGES,
  UPLOADS,
  type UploadOutput,
  uploadOutput,
} from "@bbux/contract";
import type { FastifyRequest } from "fastify";
import { createShares } from "../../shares.ts";
import { reencode } from "../../uploads/images.ts";
import { type Received, receiveFile, type Wanted } from "../../uploads/receive.ts";
import { newKey } from "../../uploads/sniff.ts";
import { cleanVideo } from "../../uploads/videos/clean-video.ts";
import { jsonContent } from "../openapi/plain.ts";
import { NO_INPUT, viewerRoute } from "./route.ts";

const media: Wanted = {
  field: "file",
  limitOf: ({ kind }) => (kind === "IMAGE" ? UPLOADS.image : UPLOADS.video),
  largest: UPLOADS.video,
  messages: { type: UPLOAD_MESSAGES.mediaType, size: UPLOAD_MESSAGES.mediaSize },
};

const picture: Wanted = {
  field: "profilePicture",
  limitOf: ({ kind }) => (kind === "IMAGE" ? UPLOADS.picture : null),
  largest: UPLOADS.picture,
  messages: { type: UPLOAD_MESSAGES.pictureType, size: UPLOAD_MESSAGES.pictureSize },
};

const brandImage: Wanted = {
  field: "file",
  limitOf: ({ kind }) => (kind === "IMAGE" ? BRAND_LIMITS.imageBytes : null),
  largest: BRAND_LIMITS.imageBytes,
  messages: BRAND_IMAGE_MESSAGES,
};

/** Uploads at the same time. */
const SHARES = { member: 10, network: 30 };

export const uploadMedia = viewerRoute("member", {
  method: "POST",
  path: "/uploads",
  input: NO_INPUT,
  body: "multipart",
  refuses: ["UPLOAD_LIMIT"],
  operation: {
    operationId: "uploads-create",
    summary: "Upload an image or a video",
    description: `Images (JPEG, PNG, WebP, GIF, AVIF; at most 50 MB and 50 megapixels) are written anew, without metadata and with at most 12 megapixels; videos (MP4, QuickTime, WebM, Ogg; at most 100 MB) keep their pictures and sound bit for bit, and lose everything else: place and time of recording, names, attachments, bytes after their end. One that is incomplete is refused. What the file is, its content decides: name and declared type count for nothing. What no post shows within a week is removed. One member can send ${SHARES.member} files at the same time, and the members in one network ${SHARES.network}; another is 429.`,
    tag: "media",
    requestBody: formOf(media.field, {
      upload_preset: { type: "string", description: "Taken, as hosting services ask for it, and ignored" },
      folder: { type: "string", description: "Taken and ignored" },
    }),
    content: jsonContent(uploadOutput),
  },
  serve: ({ ctx, request }) =>
    receive(ctx, request, media, async (received, spare): Promise<UploadOutput> => {
      const { kind, path } = received;
      const file =
        kind === "IMAGE"
          ? await reencode(path, { into: spare("image"), notAnImage: UPLOAD_MESSAGES.mediaType })
          : await cleanVideo(received);
      const secure_url = await keepUpload(ctx, { key: newKey(file.contentType), kind, file });
      return { success: true, secure_url, type: kind, thumbnailUrl: null };
    }),
});

export const uploadPicture = viewerRoute("member", {
  method: "POST",
  path: "/profile/picture",
  input: NO_INPUT,
  body: "multipart",
  refuses: ["UPLOAD_LIMIT"],
  operation: {
    operationId: "profile-picture",
    summary: "Change one's profile picture",
    description:
      "An image of at most 5 MB. It is stored as a square of 512 pixels, without metadata; the picture before it is removed.",
    tag: "media",
    requestBody: formOf(picture.field),
    content: jsonContent(profilePictureOutput),
  },
  serve: ({ ctx, request }) =>
    receive(ctx, request, picture, async ({ path }, spare): Promise<ProfilePictureOutput> => {
      const wanted = { into: spare("image"), square: UPLOADS.pictureSide, notAnImage: UPLOAD_MESSAGES.pictureType };
      const file = await reencode(path, wanted);
      return { success: true, profilePicture: await setProfilePicture(ctx, { key: newKey(file.contentType), file }) };
    }),
});

export const uploadBrandImage = viewerRoute("admin", {
  method: "POST",
  path: "/admin/brand/images",
  input: NO_INPUT,
  body: "multipart",
  refuses: ["UPLOAD_LIMIT"],
  operation: {
    operationId: "brand-image",
    summary: "Upload a logo or an icon",
    description: `An image of at most 2 MB; no SVG. It is stored as a PNG of ${BRAND_LIMITS.imageSide} × ${BRAND_LIMITS.imageSide} pixels, without metadata, and shown once the branding names it. What it doesn't name within a day is removed.`,
    tag: "brand",
    requestBody: formOf(brandImage.field),
    content: jsonContent(brandImageOutput),
  },
  serve: ({ ctx, request }) =>
    receive(ctx, request, brandImage, async ({ path }, spare): Promise<BrandImageOutput> => {
      const wanted = { square: BRAND_LIMITS.imageSide, whole: true, notAnImage: BRAND_IMAGE_MESSAGES.type };
      const file = await reencode(path, { into: spare("image"), ...wanted });
      return { success: true, key: await keepBrandImage(ctx, await readFile(file.path)) };
    }),
});

/** For the whole process: each upload has a file on disk and a few buffers. */
const underWay = createShares({
  places: 100,
  refusal: "You're already uploading as many files as you can at a time. Please wait until one of them is complete.",
  retryAfter: 10,
});

async function receive<T>(
  ctx: MemberContext,
  request: FastifyRequest,
  wanted: Wanted,
  work: (file: Received, spare: (name: string) => string) => Promise<T>,
): Promise<T> {
  await requireUploadAllowance(ctx.db, ctx);
  const release = underWay.take([
    { key: `member:${ctx.viewer.id}`, share: SHARES.member },
    { key: `network:${ctx.subnet}`, share: SHARES.network },
  ]);
  try {
    return await receiveFile(request, ctx.media.incoming, wanted, work);
  } finally {
    release();
  }
}

function formOf(field: string, others: Record<string, object> = {}): object {
  const file = { type: "string", contentMediaType: "application/octet-stream", description: "The file" };
  const schema = { type: "object", properties: { [field]: file, ...others }, required: [field] };
  return { required: true, content: { "multipart/form-data": { schema } } };
}
