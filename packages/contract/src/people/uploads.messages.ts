/* The part of uploads that screens need without a schema. */

/** The error sentences for uploads, used by the server, and by the web before it sends. */
export const UPLOAD_MESSAGES = {
  mediaType: "Please upload a video or image file",
  mediaSize: "File size must be less than 50MB or 100MB",
  damagedVideo: "This video is incomplete or damaged. Export it again, and upload the new file.",
  extraTrack: "This video has a track that is neither picture nor sound. Export it without subtitles and data tracks.",
  pictureType: "Please upload an image file",
  pictureSize: "File size must be less than 5MB",
} as const;
