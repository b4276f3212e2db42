import { keepUpload, type MemberContext, requireUploadAllowance, setProfilePicture } from "@bbux/api";
import {
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

/** Uploads at the same time. */
const SHARES = { member: 10, network: 30 };

export const uploadMedia = viewerRoute("member", {
  method: "POST",
  path: "/uploads",
  input: NO_INPUT,
  body: "multipart",
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

/** For the whole process: each upload has a file on disk and a few buffers. */
const underWay = createShares({
  places: 100,
  refusal: "You are uploading as many files as is possible at once. Please wait until one of them is complete.",
  retryAfter: 10,
});

async function receive<T>(
  ctx: MemberContext,
  request: FastifyRequest,
  wanted: Wanted,
  work: (file: Received, spare: (name: string) => string) => Promise<T>,
): Promise<T> {
  await requireUploadAllowance(ctx.db, ctx.viewer.id, ctx.now());
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
