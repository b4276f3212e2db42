import { open } from "node:fs/promises";
import type { Received } from "../receive.ts";
import { planMp4 } from "./mp4.ts";
import { planOgg } from "./ogg.ts";
import { type Bytes, bytesOf, createPlan, damaged, type Plan } from "./plan.ts";
import { planWebm } from "./webm.ts";

const PLANS: Readonly<Record<string, (bytes: Bytes, plan: Plan) => Promise<void>>> = {
  "video/mp4": planMp4,
  "video/quicktime": planMp4,
  "video/webm": planWebm,
  "video/ogg": planOgg,
};

/**
 * Leaves nothing of a received video but the video, in its own file: no place or time of recording, no names, no attachments, no
 * bytes after its end. Pictures and sound aren't written anew and keep their places, so they stay bit for bit what they were.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for a file whose structure can't be followed to its end
 */
export async function cleanVideo(received: Received): Promise<Received> {
  const planFor = PLANS[received.contentType];
  if (!planFor) throw damaged();
  const file = await open(received.path, "r+");
  try {
    const plan = createPlan(received.bytes);
    await planFor(bytesOf(file, received.bytes), plan);
    return { ...received, bytes: await plan.apply(file) };
  } finally {
    await file.close();
  }
}
