import { UPLOADS } from "@bbux/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import { canRecord, clockText, isFull, record } from "./recording.ts";

/** A fake screen and recorder that the test controls. */
function browser() {
  const track = Object.assign(new EventTarget(), { stop: vi.fn() });
  const screen = { getTracks: () => [track], getVideoTracks: () => [track] };
  const getDisplayMedia = vi.fn(async () => screen);
  const made: Recorder[] = [];
  class Recorder extends EventTarget {
    static isTypeSupported = (type: string) => type.startsWith("video/webm");
    state = "inactive";
    mimeType = "video/webm;codecs=vp9,opus";
    constructor() {
      super();
      made.push(this);
    }
    start() {
      this.state = "recording";
    }
    give(size: number) {
      this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: sized(size) }));
    }
    stop() {
      this.state = "inactive";
      this.dispatchEvent(new Event("stop"));
    }
  }
  vi.stubGlobal("MediaRecorder", Recorder);
  vi.stubGlobal("navigator", { mediaDevices: { getDisplayMedia } });
  return { track, getDisplayMedia, recorder: () => made[0] };
}

/** A chunk that claims a size. */
function sized(size: number): Blob {
  return Object.defineProperty(new Blob(["x"]), "size", { value: size });
}

const told = () => ({ onSize: vi.fn(), onEnd: vi.fn<(video: File, full: boolean) => void>(), onFail: vi.fn() });

afterEach(() => vi.unstubAllGlobals());

describe("a screen recording", () => {
  it("starts, stops and returns a video without codecs in its type [C4.41]", async () => {
    const { recorder, track } = browser();
    const hear = told();
    const recording = await record(hear);
    recorder()?.give(1000);
    expect(hear.onSize).toHaveBeenLastCalledWith(1000);
    recording.stop();
    const [video, full] = hear.onEnd.mock.calls[0] ?? [];
    expect(video).toMatchObject({ type: "video/webm", name: "screen-recording.webm" });
    expect(full).toBe(false);
    expect(track.stop).toHaveBeenCalled();
  });

  it("ends with the browser's own 'Stop sharing'", async () => {
    const { recorder, track } = browser();
    const hear = told();
    await record(hear);
    recorder()?.give(10);
    track.dispatchEvent(new Event("ended"));
    expect(hear.onEnd).toHaveBeenCalledOnce();
  });

  it("stops before it exceeds the upload limit, and says so [C5.32]", async () => {
    const { recorder } = browser();
    const hear = told();
    await record(hear);
    const piece = 10 * 1024 ** 2;
    for (let sent = 0; recorder()?.state === "recording"; sent += piece) {
      expect(sent + piece).toBeLessThan(UPLOADS.video);
      recorder()?.give(piece);
    }
    expect(hear.onEnd.mock.calls[0]?.[1]).toBe(true);
  });

  it("sends no event once it is discarded", async () => {
    const { recorder, track } = browser();
    const hear = told();
    const recording = await record(hear);
    recorder()?.give(10);
    recording.discard();
    expect(hear.onEnd).not.toHaveBeenCalled();
    expect(track.stop).toHaveBeenCalled();
  });

  it("fails without any frame [C8.33]", async () => {
    browser();
    const hear = told();
    (await record(hear)).stop();
    expect(hear.onFail).toHaveBeenCalledOnce();
    expect(hear.onEnd).not.toHaveBeenCalled();
  });

  it("does not start when the person refuses [C8.33]", async () => {
    const { getDisplayMedia } = browser();
    getDisplayMedia.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
    await expect(record(told())).rejects.toThrow("no");
  });

  it("requires a browser that supports it [C8.32]", () => {
    browser();
    expect(canRecord()).toBe(true);
    vi.stubGlobal("navigator", {});
    expect(canRecord()).toBe(false);
  });
});

it("is full when one more chunk might exceed the limit", () => {
  expect(isFull(70, 10, 100)).toBe(false);
  expect(isFull(80, 10, 100)).toBe(true);
});

it.each([
  [0, "0:00"],
  [127.9, "2:07"],
  [3600, "60:00"],
])("%d seconds read %s", (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});
