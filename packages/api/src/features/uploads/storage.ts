/** A whole file on this machine, not yet at its place. */
export interface LocalFile {
  readonly path: string;
  readonly bytes: number;
  /** What its content is, never what somebody said. */
  readonly contentType: string;
}

/** Where uploads are kept: a disk, an S3-compatible service, a hosting service. */
export interface MediaStorage {
  /** A folder of this machine for files that are on their way. */
  readonly incoming: string;
  /**
   * Takes the file over (it may move it) and answers its address when it is completely there. Until then, and after a
   * failure, nothing is reachable.
   * @param key 22 characters and an extension; nothing has it yet
   * @returns `/uploads/{key}` or an https address
   * @throws AppError SERVICE_UNAVAILABLE
   */
  put(key: string, file: LocalFile): Promise<string>;
  /** Removes what is there; nothing there is fine. */
  remove(key: string): Promise<void>;
}
