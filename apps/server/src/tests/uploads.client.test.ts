import { mkdtempSync, openAsBlob, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSession, uploadMedia, uploadProfilePicture } from "@bbux/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { image, MiB, mp4 } from "./uploads.support.ts";

const dir = mkdtempSync(join(tmpdir(), "bbux-client-"));
let t: TestApp;
let origin: string;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  origin = await t.listen();
  ada = await t.member("ada");
});
afterAll(() => t.close());

describe("the client", () => {
  it("uploads a file from disk and a picture, and returns the results [C7.64 C7.45]", async () => {
    const session = createSession({ origin, token: ada.token });
    writeFileSync(join(dir, "a.mp4"), mp4(MiB));
    const uploaded = await uploadMedia(session, await openAsBlob(join(dir, "a.mp4")));
    expect(uploaded).toEqual({ success: true, secure_url: expect.any(String), type: "VIDEO", thumbnailUrl: null });
    const picture = new Blob([new Uint8Array(await image("png"))]);
    expect((await uploadProfilePicture(session, picture)).profilePicture).toMatch(/^\/uploads\//);
  });

  it("gives an upload more time than other calls, and repeats it if the token had expired", {
    tags: "proof",
  }, async () => {
    const bearer = { token: ada.token, refreshToken: ada.refreshToken };
    const sent: string[] = [];
    const session = createSession({
      origin,
      ...bearer,
      timeoutMs: 2_000,
      async fetch(request) {
        const { pathname } = new URL(request.url);
        sent.push(pathname);
        const expired = { success: false, error: "The token has expired", code: "TOKEN_EXPIRED" };
        if (pathname === "/api/uploads") await sleep(2_500, undefined, { signal: request.signal });
        return sent.length === 1 ? Response.json(expired, { status: 401 }) : fetch(request);
      },
    });
    const { type } = await uploadMedia(session, new Blob([new Uint8Array(await image("gif"))]));
    expect(type).toBe("IMAGE");
    expect(sent).toEqual(["/api/uploads", "/api/auth/refresh", "/api/uploads"]);
  });

  it("throws the refusal with its code and message [C5.30]", async () => {
    const session = createSession({ origin, token: (await t.member("bob")).token });
    await expect(uploadMedia(session, new Blob(["<svg/>"]))).rejects.toMatchObject({
      name: "ApiError",
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: "Please upload a video or image file",
    });
  });
});
