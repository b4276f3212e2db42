/** The second of a video that its thumbnail shows. */
const AT = 1;
const WIDTH = 960;
/** How long to wait for a video that the browser may not support. */
const PATIENCE_MS = 10_000;

/** Makes a thumbnail of a video at second 1, or at its end when it is shorter; `null` when the browser can't. */
export async function thumbnailOf(video: Blob): Promise<File | null> {
  const address = URL.createObjectURL(video);
  const player = document.createElement("video");
  try {
    player.muted = true;
    player.preload = "auto";
    player.playsInline = true;
    player.src = address;
    await happened(player, "loadeddata");
    // Browsers' recordings have no duration.
    player.currentTime = Number.isFinite(player.duration) ? Math.min(AT, player.duration) : AT;
    await happened(player, "seeked");
    return await pictureOf(player);
  } catch {
    return null;
  } finally {
    player.removeAttribute("src");
    player.load();
    URL.revokeObjectURL(address);
  }
}

async function pictureOf(player: HTMLVideoElement): Promise<File | null> {
  const { videoWidth, videoHeight } = player;
  if (videoWidth === 0 || videoHeight === 0) return null;
  const scale = Math.min(1, WIDTH / videoWidth);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.max(1, Math.round(videoHeight * scale));
  canvas.getContext("2d")?.drawImage(player, 0, 0, canvas.width, canvas.height);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, "image/jpeg", 0.85);
  const blob = await promise;
  return blob && new File([blob], "thumbnail.jpg", { type: "image/jpeg" });
}

function happened(player: HTMLVideoElement, event: "loadeddata" | "seeked"): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`no ${event}`)), PATIENCE_MS);
  player.addEventListener(event, () => resolve(), { once: true });
  player.addEventListener("error", () => reject(new Error("not playable")), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
