import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { backupLogically, prune, type Sealing, type Store, shipUploads } from "@bbux/backup";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBackups, openPlace } from "../backups/open.ts";
import { readEnv } from "../env.ts";
import { type Bucket, S3, startBucket } from "./uploads.targets.ts";

let base: TestDatabase;
let bucket: Bucket;
let store: Store;
let sealing: Sealing;
const folder = mkdtempSync(join(tmpdir(), "bbux-bucket-"));
const environment = (secret = S3.secret) => ({
  BACKUP_PASSPHRASE: "a passphrase for tests",
  BACKUP_S3_ENDPOINT: bucket.url,
  BACKUP_S3_REGION: S3.region,
  BACKUP_S3_ACCESS_KEY_ID: S3.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: secret,
});
beforeAll(async () => {
  [base, bucket] = await Promise.all([createTestDatabase({ max: 2 }), startBucket()]);
  ({ store, sealing } = await openBackups(readEnv(environment()), "s3://backups/main", true));
});
afterAll(async () => {
  await Promise.all([base.drop(), bucket.close()]);
  rmSync(folder, { recursive: true });
});
afterEach(() => bucket.objects.clear());

describe("backups in a bucket of an S3-compatible service", () => {
  it("are stored, listed page by page, read and removed below their prefix, encrypted", async () => {
    await store.put("a/one two", Buffer.from("content"));
    expect(bucket.objects.get("/backups/main/a/one%20two")?.body.toString()).toBe("content");
    for (const name of ["b/1", "b/2", "b/3", "b/4"]) await store.put(name, Buffer.from(name));
    expect((await store.list("b/")).map(({ name, bytes }) => [name, bytes])).toEqual(
      [1, 2, 3, 4].map((n) => [`b/${n}`, 3]),
    );
    expect((await buffer(await store.get("b/3"))).toString()).toBe("b/3");
    await store.remove("b/3");
    await store.remove("b/3");
    await expect(store.get("b/3")).rejects.toThrow("s3://backups/main/b/3 is missing");

    writeFileSync(join(folder, "one.png"), "picture one");
    const manifest = await backupLogically(store, sealing, { url: base.url, uploads: folder });
    expect(manifest.uploads).toHaveLength(1);
    expect([...bucket.objects.values()].map(({ body }) => body.toString("latin1")).join()).not.toContain("picture one");
    expect((await prune(store, 1, new Date())).kept).toBe(1);
    expect([...bucket.objects.keys()].every((path) => path.startsWith("/backups/main/"))).toBe(true);
  });

  it("survive a service that is busy or hangs up", { tags: "proof" }, async () => {
    bucket.faults.push(503, "hang up", 429);
    await store.put("kept", Buffer.from("kept"));
    expect((await buffer(await store.get("kept"))).toString()).toBe("kept");
  });

  it("don't repeat what the service refuses, and say what it answered", async () => {
    const wrong = openPlace(readEnv(environment("another secret")), "s3://backups/main");
    await expect(wrong.put("x", Buffer.from("x"))).rejects.toThrow(/answered 403 for x: .*SignatureDoesNotMatch/);
    expect(bucket.objects.has("/backups/main/x")).toBe(false);
    expect(() => openPlace(readEnv({}), "s3://backups/main")).toThrow("BACKUP_S3_ACCESS_KEY_ID");
  });

  it("don't take an upload that was cut off for a whole one", async () => {
    writeFileSync(join(folder, "two.png"), "picture two");
    const before = readdirSync(folder).length;
    bucket.faults.push(403);
    await expect(shipUploads(store, sealing, folder)).rejects.toThrow("403");
    expect(await shipUploads(store, sealing, folder)).toHaveLength(before);
  });
});
