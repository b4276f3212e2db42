import { UPLOAD_MESSAGES } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { altOf, filesOf, refusalOf, sizeText } from "./file.ts";

const MiB = 1024 ** 2;

describe("a file before the upload", () => {
  it.each(["text/plain", "application/pdf", "audio/mpeg", "application/zip"])(
    "is refused with type %s [C5.30]",
    (type) => {
      expect(refusalOf({ type, size: 1 })).toBe("Please upload a video or image file");
    },
  );

  it.each([
    ["image/png", 50 * MiB, null],
    ["image/png", 50 * MiB + 1, "File size must be less than 50MB or 100MB"],
    ["video/mp4", 100 * MiB, null],
    ["video/mp4", 100 * MiB + 1, "File size must be less than 50MB or 100MB"],
    ["video/webm", 50 * MiB + 1, null],
  ])("of type %s and %d bytes: %s [C5.31 C5.32]", (type, size, refusal) => {
    expect(refusalOf({ type, size })).toBe(refusal);
  });

  it("without a type is left to the server, unless it exceeds every limit", () => {
    expect(refusalOf({ type: "", size: 60 * MiB })).toBeNull();
    expect(refusalOf({ type: "", size: 101 * MiB })).toBe(UPLOAD_MESSAGES.mediaSize);
  });
});

it.each([
  ["Screenshot 2026-01-02.png", "Screenshot 2026-01-02"],
  ["a](javascript:x).png", "a javascript:x"],
  ["**![x].jpeg", "x"],
  [".png", "image"],
  ["", "image"],
])("a picture from the file '%s' is called '%s'", (name, alt) => {
  expect(altOf(name)).toBe(alt);
});

it.each([
  [0, "0 B"],
  [2048, "2.0 KB"],
  [1.4 * MiB, "1.4 MB"],
  [100 * MiB, "100 MB"],
])("%d bytes read %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it("is taken from a pasted picture, but text wins where a program copies both", () => {
  const file = new File(["x"], "a.png", { type: "image/png" });
  const data = (types: string[]) => ({ types, files: Object.assign([file], { item: () => file }) });
  expect(filesOf(data(["Files"]))).toEqual([file]);
  expect(filesOf(data(["text/plain", "text/html", "Files"]))).toEqual([]);
});
