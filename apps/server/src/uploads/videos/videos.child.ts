import { open } from "node:fs/promises";
import { setPriority } from "node:os";
import { planMp4 } from "./mp4.ts";
import { planOgg } from "./ogg.ts";
import { type Bytes, bytesOf, createPlan, damaged, type Plan, RefusedVideo } from "./plan.ts";
import { type VideoJob, type VideoResult, videoJob } from "./videos.protocol.ts";
import { planWebm } from "./webm.ts";

/*
 * A separate process that cleans videos: one that is made of a million parts delays nobody's requests, and the memory that it takes
 * isn't the server's.
 */

const PLANS: Readonly<Record<string, (bytes: Bytes, plan: Plan) => Promise<void>>> = {
  "video/mp4": planMp4,
  "video/quicktime": planMp4,
  "video/webm": planWebm,
  "video/ogg": planOgg,
};

async function clean({ id, path, bytes, contentType }: VideoJob): Promise<VideoResult> {
  const file = await open(path, "r+");
  try {
    const plan = createPlan(bytes);
    const planFor = PLANS[contentType];
    if (!planFor) throw damaged();
    await planFor(bytesOf(file, bytes), plan);
    return { id, outcome: "cleaned", bytes: await plan.apply(file) };
  } catch (error) {
    if (!(error instanceof RefusedVideo)) throw error;
    return { id, outcome: "refused", problem: error.problem };
  } finally {
    await file.close();
  }
}

setPriority(5);
process.on("disconnect", () => process.exit());
process.on("message", (message) => {
  void clean(videoJob.parse(message)).then((result) => process.send?.(result));
});
