import { describe, expect, it, vi } from "vitest";
import type { MediaDraft } from "./media.ts";
import { type Send, UploadQueue, uploadsInTheWay } from "./queue.ts";

const file = (name: string, type = "image/png") => new File(["x"], name, { type });

/** A server that responds on demand. */
function server() {
  const calls: {
    name: string;
    signal: AbortSignal;
    progress: (share: number) => void;
    answer: (url: string) => void;
    refuse: (error: Error) => void;
  }[] = [];
  const send: Send = ({ file: sent }, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      calls.push({
        name: sent.name,
        signal,
        progress: onProgress,
        refuse: reject,
        answer: (url) => resolve({ type: "IMAGE", url, thumbnailUrl: null }),
      });
    });
  return { calls, queue: new UploadQueue(send) };
}

function add(queue: UploadQueue, name: string, type?: string) {
  const told = { onDone: vi.fn<(media: MediaDraft) => void>(), onGone: vi.fn(), onFailed: vi.fn() };
  return { ...told, key: queue.add({ file: file(name, type), place: "media", ...told }) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("uploads", () => {
  it("run three at a time, and the next starts when one ends", async () => {
    const { queue, calls } = server();
    for (const name of ["1", "2", "3", "4"]) add(queue, name);
    expect(calls.map(({ name }) => name)).toEqual(["1", "2", "3"]);
    expect(queue.uploads().map(({ state }) => state)).toEqual(["sending", "sending", "sending", "waiting"]);
    calls[1]?.answer("/uploads/2");
    await settled();
    expect(calls.map(({ name }) => name)).toEqual(["1", "2", "3", "4"]);
  });

  it("report their progress and leave the list when they are done", async () => {
    const { queue, calls } = server();
    const { onDone } = add(queue, "a");
    calls[0]?.progress(0.4);
    expect(queue.uploads()[0]?.progress).toBe(0.4);
    calls[0]?.answer("/uploads/a");
    await settled();
    expect(queue.uploads()).toEqual([]);
    expect(onDone.mock.calls[0]?.[0]).toMatchObject({ type: "IMAGE", url: "/uploads/a", isScreenRecording: false });
  });

  it("that aren't acceptable are never sent, and say why [C5.30]", () => {
    const { queue, calls } = server();
    const { onFailed } = add(queue, "notes.txt", "text/plain");
    expect(calls).toEqual([]);
    expect(onFailed).toHaveBeenCalledOnce();
    expect(queue.uploads()).toMatchObject([
      { state: "failed", error: "Please upload a video or image file", retryable: false },
    ]);
  });

  it("stay with the reason when they fail, and can be retried", async () => {
    const { queue, calls } = server();
    const { key, onDone, onFailed } = add(queue, "a");
    calls[0]?.refuse(new Error("Network error"));
    await settled();
    expect(onFailed).toHaveBeenCalledOnce();
    expect(queue.uploads()).toMatchObject([{ state: "failed", error: "Network error", retryable: true }]);
    queue.retry(key);
    calls[1]?.answer("/uploads/a");
    await settled();
    expect(onDone).toHaveBeenCalledOnce();
  });

  it("can't be retried when the server refuses the file itself [C5.31 C5.32]", async () => {
    const { queue, calls } = server();
    add(queue, "a");
    calls[0]?.refuse(
      Object.assign(new Error("File size must be less than 50MB or 100MB"), { code: "PAYLOAD_TOO_LARGE" }),
    );
    await settled();
    expect(queue.uploads()[0]).toMatchObject({ retryable: false, error: "File size must be less than 50MB or 100MB" });
  });

  it("can be canceled midway without any further event", async () => {
    const { queue, calls } = server();
    const { key, onDone, onGone, onFailed } = add(queue, "a");
    queue.remove(key);
    expect(calls[0]?.signal.aborted).toBe(true);
    calls[0]?.answer("/uploads/a");
    await settled();
    expect(onGone).toHaveBeenCalledOnce();
    expect(onDone).not.toHaveBeenCalled();
    expect(onFailed).not.toHaveBeenCalled();
    expect(queue.uploads()).toEqual([]);
  });

  it("end with the form", () => {
    const { queue, calls } = server();
    add(queue, "a");
    queue.close();
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(queue.uploads()).toEqual([]);
  });

  it("prevent a form from being sent without them", async () => {
    const { queue, calls } = server();
    expect(uploadsInTheWay(queue.uploads())).toBeNull();
    add(queue, "a");
    expect(uploadsInTheWay(queue.uploads())).toContain("still uploading");
    calls[0]?.refuse(new Error("Network error"));
    await settled();
    expect(uploadsInTheWay(queue.uploads())).toContain("couldn't upload a file");
  });
});
