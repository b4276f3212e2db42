/** The channel of Redis and of PostgreSQL. */
export const CHANNEL = "bbux_signals";

/** Delivers published signals to every process, including this one. */
export interface Carrier {
  send(message: string): Promise<void>;
  close(): Promise<void>;
}
