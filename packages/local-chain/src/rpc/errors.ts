/** An error response with a Solana node's codes (agave, rpc-client-api/src/custom_error.rs). */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  signatureVerification: -32003,
  unsupportedVersion: -32015,
  minContextSlot: -32016,
} as const;

/** A parameter is invalid. */
export function invalid(message: string): RpcError {
  return new RpcError(RPC.invalidParams, message);
}
