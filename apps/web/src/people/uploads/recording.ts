import { UPLOADS } from "@bbux/contract";

/** The length of a chunk (ms), which is how precisely the size is known. */
const PIECE_MS = 1_000;
/** Good for text on a screen, and about five minutes within the upload limit. */
const BITS_PER_SECOND = 2_500_000;

const FORMATS = ["video/webm;codecs=vp9,opus", "video/webm;codecs=vp8,opus", "video/webm", "video/mp4"];

/** Whether this browser can record its screen. Phones can't. */
export function canRecord(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === "function" && typeof MediaRecorder === "function";
}

/** Whether one more chunk might exceed the limit: chunks vary in size, so the largest counts twice. */
export function isFull(bytes: number, largestPiece: number, limit: number = UPLOADS.video): boolean {
  return bytes + 2 * largestPiece >= limit;
}

/** Formats minutes and seconds: "2:07". */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export interface Recording {
  /** Ends it and calls `onEnd`. */
  readonly stop: () => void;
  /** Ends it and discards it. */
  readonly discard: () => void;
}

interface Told {
  /** Called after each chunk. */
  readonly onSize: (bytes: number) => void;
  /** It has ended: by `stop`, by the browser's own button, or at the upload limit (`full`). */
  readonly onEnd: (video: File, full: boolean) => void;
  /** It failed without a usable video. */
  readonly onFail: () => void;
}

/** Asks for a screen and records it. @throws whatever prevented the start, including a refusal */
export async function record({ onSize, onEnd, onFail }: Told): Promise<Recording> {
  const screen = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 30 }, audio: true });
  const release = () => {
    for (const track of screen.getTracks()) track.stop();
  };
  try {
    const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
    const options = { videoBitsPerSecond: BITS_PER_SECOND, ...(mimeType && { mimeType }) };
    const recorder = new MediaRecorder(screen, options);
    const pieces: Blob[] = [];
    let [bytes, largest, full, discarded] = [0, 0, false, false];
    recorder.addEventListener("dataavailable", ({ data }) => {
      if (data.size === 0) return;
      pieces.push(data);
      bytes += data.size;
      largest = Math.max(largest, data.size);
      onSize(bytes);
      if (recorder.state === "recording" && isFull(bytes, largest)) {
        full = true;
        recorder.stop();
      }
    });
    recorder.addEventListener("stop", () => {
      release();
      if (discarded) return;
      if (bytes === 0) return onFail();
      // Without the codecs, because the server matches the plain type.
      const type = (recorder.mimeType || mimeType || "video/webm").split(";")[0] ?? "video/webm";
      const name = `screen-recording.${type === "video/mp4" ? "mp4" : "webm"}`;
      onEnd(new File(pieces, name, { type }), full);
    });
    const stop = () => {
      if (recorder.state !== "inactive") recorder.stop();
    };
    // The browser's own "Stop sharing".
    for (const track of screen.getVideoTracks()) track.addEventListener("ended", stop);
    recorder.start(PIECE_MS);
    return {
      stop,
      discard: () => {
        discarded = true;
        stop();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
