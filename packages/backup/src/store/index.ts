import { resolve } from "node:path";
import type { BucketOptions } from "@bbux/bucket";
import { BackupError } from "../error.ts";
import { bucketStore } from "./bucket.ts";
import { directoryStore } from "./directory.ts";
import type { Store } from "./store.ts";

/**
 * Opens the store at a directory, or at `s3://bucket/prefix` with the service's address and key.
 * @throws BackupError if a bucket is meant and its key isn't given
 */
export function openStore(location: string, service: Omit<BucketOptions, "bucket"> | null): Store {
  if (!location.startsWith("s3://")) return directoryStore(resolve(location));
  const [bucket = "", ...path] = location.slice("s3://".length).split("/");
  if (bucket === "") throw new BackupError(`${location} names no bucket: write s3://bucket/prefix.`);
  if (!service)
    throw new BackupError(`${location} needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY to be set.`);
  return bucketStore({ ...service, bucket }, path.join("/"));
}
