/** A complete file on this machine, not yet in storage. */
export interface LocalFile {
  readonly path: string;
  readonly bytes: number;
  /** Detected from its content, never taken from the caller. */
  readonly contentType: string;
}

/** Where uploads are stored: a disk, an S3-compatible service, or a hosting service. */
export interface MediaStorage {
  /** A local folder for files that are being uploaded. */
  readonly incoming: string;
  /**
   * Takes the file over (it may move it) and returns its address once it is completely stored. Until then, and after a
   * failure, nothing is reachable.
   * @param key 22 characters and an extension; not in use yet
   * @returns `/uploads/{key}` or an https address
   * @throws AppError SERVICE_UNAVAILABLE
   */
  put(key: string, file: LocalFile): Promise<string>;
  /** Removes the file, if it exists. */
  remove(key: string): Promise<void>;
}
