import type { Readable } from "node:stream";

export interface StoredObject {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Where backups are kept: a directory or a bucket. Names are paths with slashes. */
export interface Store {
  /** For messages: the directory, or `s3://bucket/prefix`. */
  readonly location: string;
  /** Stores an object completely or not at all; it is safe once this returns. Replaces one of the same name. */
  put(name: string, body: Buffer): Promise<void>;
  /** @throws BackupError if there is no such object or it can't be read */
  get(name: string): Promise<Readable>;
  /** All objects whose names begin with `prefix`, by name. */
  list(prefix: string): Promise<readonly StoredObject[]>;
  /** Removes an object, if it exists. */
  remove(name: string): Promise<void>;
}
