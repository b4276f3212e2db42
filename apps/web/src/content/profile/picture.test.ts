import { UPLOAD_MESSAGES, UPLOADS } from "@bbux/contract";
import { describe, expect, it, vi } from "vitest";
import { pictureProblem, sendPicture } from "./picture.ts";

describe("a profile picture", () => {
  it.each(["video/mp4", "text/html", "", "application/pdf"])("of type %j is not an image [C5.27]", (type) =>
    expect(pictureProblem({ type, size: 1 })).toBe("Please upload an image file"),
  );

  it("can have up to 5 MB [C5.28]", () => {
    expect(pictureProblem({ type: "image/png", size: UPLOADS.picture })).toBeNull();
    expect(pictureProblem({ type: "image/png", size: UPLOADS.picture + 1 })).toBe("File size must be less than 5MB");
  });

  it("is refused with the server's own sentences [C5.27 C5.28]", () => {
    expect(pictureProblem({ type: "x", size: 1 })).toBe(UPLOAD_MESSAGES.pictureType);
    expect(pictureProblem({ type: "image/png", size: 1e9 })).toBe(UPLOAD_MESSAGES.pictureSize);
  });
});

describe("uploading a picture", () => {
  const file = new File(["x"], "me.png", { type: "image/png" });
  const answering = (status: number, body: string) =>
    vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(body, { status }));

  it("sends one form with the field profilePicture and returns the new address", async () => {
    const fetch = answering(200, '{"success":true,"profilePicture":"/uploads/a.png"}');
    await expect(sendPicture(file)).resolves.toBe("/uploads/a.png");
    const body = fetch.mock.calls[0]?.[1]?.body;
    expect(body instanceof FormData && body.get("profilePicture")).toBeInstanceOf(File);
  });

  it("fails with the server's sentence [C8.25]", async () => {
    answering(413, '{"success":false,"error":"File size must be less than 5MB"}');
    await expect(sendPicture(file)).rejects.toThrow("File size must be less than 5MB");
  });

  it.each([
    [502, "<html>"],
    [500, "{}"],
    [200, "{}"],
    [500, '{"error":""}'],
  ])("fails with our sentence if a %i response has none [C8.25]", async (status, body) => {
    answering(status, body);
    await expect(sendPicture(file)).rejects.toThrow("Failed to upload profile picture");
  });

  it("fails with the documented sentence without a response [C8.25]", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    await expect(sendPicture(file)).rejects.toThrow("Failed to upload profile picture");
  });
});
