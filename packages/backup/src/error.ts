/** A backup or restore that isn't possible; the message is a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
