export { type ApiClient, createClient, idempotent } from "./client.ts";
export { ApiError, type ApiErrorCode, type ApiErrorFacts, isApiError, type TransportCode } from "./errors.ts";
export type { components, operations, paths } from "./rest.gen.ts";
export { createRestClient, type RestClient, unwrap } from "./rest.ts";
export type { ApiInputs, ApiOutputs, ApiRouter, ErrorCode, Failure } from "./router.ts";
export { createSession, type Session, type SessionOptions, type Tokens } from "./session.ts";
export { uploadMedia, uploadProfilePicture } from "./uploads.ts";
