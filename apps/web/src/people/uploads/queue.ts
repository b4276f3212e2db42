import { newKey } from "../../lib/intent.ts";
import { kindOf, refusalOf } from "./file.ts";
import type { MediaDraft } from "./media.ts";

/** Uploads that run at a time; the others wait for their turn. */
const CONCURRENT_UPLOADS = 3;

/** The purpose of a file. */
export interface Request {
  readonly file: File;
  /** Its destination: the text, or the media beside it. */
  readonly place: "text" | "media";
  readonly isScreenRecording?: boolean;
  /** It was uploaded. */
  readonly onDone: (media: MediaDraft) => void;
  /** It was canceled, or removed after it had failed. */
  readonly onGone?: () => void;
  readonly onFailed?: () => void;
}

/** An unfinished upload. */
export interface Upload {
  readonly key: string;
  readonly file: File;
  readonly place: Request["place"];
  readonly isScreenRecording: boolean;
  readonly state: "waiting" | "sending" | "failed";
  /** The share that was sent, 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly error: string | null;
  /** A retry may help, because the file itself was not the cause. */
  readonly retryable: boolean;
}

export type Send = (
  request: Pick<Request, "file" | "isScreenRecording">,
  watch: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
) => Promise<Pick<MediaDraft, "type" | "url" | "thumbnailUrl">>;

interface Entry {
  upload: Upload;
  readonly request: Request;
  readonly at: number;
  control: AbortController;
}

const REFUSED = new Set(["UNSUPPORTED_MEDIA_TYPE", "PAYLOAD_TOO_LARGE", "VALIDATION_ERROR"]);

/** A queue of uploads. Each runs, waits, or has failed and may be retried; finished ones leave the list. */
export class UploadQueue {
  readonly #send: Send;
  readonly #listeners = new Set<() => void>();
  #entries: Entry[] = [];
  #shown: readonly Upload[] = [];
  #last = 0;

  constructor(send: Send) {
    this.#send = send;
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly uploads = (): readonly Upload[] => this.#shown;

  /** A file that is not acceptable is listed with the reason and never sent. @returns the upload's key */
  add(request: Request): string {
    const { file, place, isScreenRecording = false } = request;
    const error = refusalOf(file);
    const state = error === null ? "waiting" : "failed";
    const upload: Upload = {
      key: newKey(),
      file,
      place,
      isScreenRecording,
      state,
      progress: 0,
      error,
      retryable: false,
    };
    this.#last = Math.max(Date.now(), this.#last + 1);
    this.#entries.push({ upload, request, at: this.#last, control: new AbortController() });
    this.#tell();
    if (error !== null) request.onFailed?.();
    this.#next();
    return upload.key;
  }

  retry(key: string): void {
    const entry = this.#find(key);
    if (entry?.upload.state !== "failed") return;
    entry.control = new AbortController();
    this.#change(entry, { state: "waiting", progress: 0, error: null });
    this.#next();
  }

  /** Cancels it, or removes it when it has failed. */
  remove(key: string): void {
    const entry = this.#find(key);
    if (!entry) return;
    this.#drop(entry);
    entry.control.abort();
    entry.request.onGone?.();
    this.#next();
  }

  /** Cancels everything without events, because the form is gone. */
  close(): void {
    const entries = this.#entries;
    this.#entries = [];
    for (const { control } of entries) control.abort();
    this.#tell();
  }

  #find(key: string): Entry | undefined {
    return this.#entries.find(({ upload }) => upload.key === key);
  }

  #drop(entry: Entry): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
    this.#tell();
  }

  #change(entry: Entry, part: Partial<Upload>): void {
    entry.upload = { ...entry.upload, ...part };
    this.#tell();
  }

  #tell(): void {
    this.#shown = this.#entries.map(({ upload }) => upload);
    for (const listener of this.#listeners) listener();
  }

  #next(): void {
    const free = CONCURRENT_UPLOADS - this.#entries.filter(({ upload }) => upload.state === "sending").length;
    const waiting = this.#entries.filter(({ upload }) => upload.state === "waiting");
    for (const entry of waiting.slice(0, Math.max(free, 0))) void this.#run(entry);
  }

  async #run(entry: Entry): Promise<void> {
    const { signal } = entry.control;
    const { file, isScreenRecording = false } = entry.request;
    this.#change(entry, { state: "sending" });
    try {
      const onProgress = (progress: number) => {
        if (!signal.aborted) this.#change(entry, { progress });
      };
      const sent = await this.#send({ file, isScreenRecording }, { onProgress, signal });
      if (signal.aborted) return;
      this.#drop(entry);
      entry.request.onDone({ key: entry.upload.key, at: entry.at, isScreenRecording, ...sent });
    } catch (error) {
      if (signal.aborted) return;
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      const message = error instanceof Error ? error.message : "Failed to upload file";
      this.#change(entry, { state: "failed", error: message, retryable: !REFUSED.has(code) });
      entry.request.onFailed?.();
    } finally {
      this.#next();
    }
  }
}

/** Says why a form can't be sent yet because of its uploads, so that no chosen file is silently left out. */
export function uploadsInTheWay(uploads: readonly Upload[]): string | null {
  if (uploads.some(({ state }) => state !== "failed")) {
    return "A file is still uploading. Wait until it's done, or cancel it.";
  }
  return uploads.length > 0 ? "We couldn't upload a file. Try again, or remove it." : null;
}

/** Whether the browser can show the file as a thumbnail. */
export function hasPicture({ file }: Upload): boolean {
  return kindOf(file) === "IMAGE" && file.size <= 20 * 1024 ** 2;
}
