import { mediaItem } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { draftsOf, type MediaDraft, mediaOf, moved, withMedia } from "./media.ts";

const item = (key: string, at: number): MediaDraft => ({
  key,
  at,
  type: "IMAGE",
  url: `/uploads/${key}.png`,
  thumbnailUrl: null,
  isScreenRecording: false,
});
const keys = (list: readonly MediaDraft[]) => list.map(({ key }) => key).join("");

describe("the media of a post", () => {
  it("stay in the order in which they were chosen, whichever upload ends first", () => {
    let list: MediaDraft[] = [];
    for (const [key, at] of [
      ["b", 2],
      ["c", 3],
      ["a", 1],
    ] as const)
      list = withMedia(list, item(key, at));
    expect(keys(list)).toBe("abc");
  });

  it("can be reordered by hand, and later uploads go to the end", () => {
    const list = [item("a", 1), item("b", 2), item("c", 3)];
    const by = moved(list, "c", -1);
    expect(keys(by)).toBe("acb");
    expect(keys(moved(list, "a", -1))).toBe("abc");
    expect(keys(moved(list, "c", 1))).toBe("abc");
    expect(keys(withMedia(by, item("x", 2)))).toBe("acbx");
  });

  it("are sent with type, url, thumbnailUrl and isScreenRecording, as the contract requires [C3.18]", () => {
    const sent = mediaOf([
      item("a", 1),
      { ...item("b", 2), type: "VIDEO", thumbnailUrl: "/uploads/t.jpg", isScreenRecording: true },
    ]);
    expect(sent).toEqual([
      { type: "IMAGE", url: "/uploads/a.png", isScreenRecording: false },
      { type: "VIDEO", url: "/uploads/b.png", thumbnailUrl: "/uploads/t.jpg", isScreenRecording: true },
    ]);
    for (const one of sent) expect(mediaItem.safeParse(one).success).toBe(true);
  });

  it("are unchanged when a post is edited", () => {
    const media = [{ type: "VIDEO", url: "https://example.org/a.mp4", thumbnailUrl: null }];
    expect(mediaOf(draftsOf(media))).toEqual([
      { type: "VIDEO", url: "https://example.org/a.mp4", isScreenRecording: false },
    ]);
  });
});
