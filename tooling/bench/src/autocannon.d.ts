// The part of autocannon that we use; it ships no types.
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  interface Request {
    method: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface Client extends EventEmitter {
    setRequests(requests: Request[]): void;
  }
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Requests per second over all connections; if unset, as many as are answered. */
    overallRate?: number;
    /** Milliseconds between two samples. */
    sampleInt?: number;
    setupClient?: (client: Client) => void;
  }
  interface Result {
    /** Seconds. */
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): PromiseLike<Result>;
}
