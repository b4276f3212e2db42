import { needsVerifiedEmail } from "@bbux/api";
import {
  ERRORS,
  type ErrorCode,
  failure,
  PASSWORD_CODES,
  TRUST_CODES,
  type TrustKind,
  trustLimit,
} from "@bbux/contract";
import { z } from "zod";
import type { RestRoute } from "../rest.ts";
import { type Fields, fieldsOf } from "./fields.ts";

/** Any call may be rate limited, fail internally, or meet a moment of overload. */
const ANY: readonly ErrorCode[] = ["RATE_LIMITED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"];
/** Calls with a body, which may be unreadable or may bring the session cookie from another site. */
const CHANGING: readonly ErrorCode[] = [
  "BAD_REQUEST",
  "CSRF_REJECTED",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "VALIDATION_ERROR",
];

/** The facts that the document needs to say who may make a call and how it may fail. */
export type Guarded = Pick<RestRoute, "name" | "method" | "path" | "input"> & {
  readonly meta: Pick<RestRoute["meta"], "viewer" | "refuses" | "idempotent" | "pending" | "stepUp" | "withoutFactor">;
};

/** Every refusal a call can meet: those of its kind and those it declares. */
export function refusalsOf({ name, method, path, input, meta }: Guarded): ErrorCode[] {
  const codes = new Set<ErrorCode>([...ANY, ...(meta.refuses ?? [])]);
  const add = (...more: readonly ErrorCode[]) => more.forEach((code) => void codes.add(code));
  if (method !== "GET") add(...CHANGING);
  if (input !== null) add("VALIDATION_ERROR");
  if (path.includes("{")) add("BAD_REQUEST", "NOT_FOUND");
  if (meta.viewer) add("UNAUTHENTICATED", "TOKEN_EXPIRED");
  if (meta.viewer && meta.viewer !== "account") add("ACCOUNT_SUSPENDED");
  if (needsVerifiedEmail({ name, changes: method !== "GET", viewer: meta.viewer })) add("EMAIL_UNVERIFIED");
  if (meta.viewer === "moderator" || meta.viewer === "admin") add("FORBIDDEN");
  if (meta.stepUp) add("STEP_UP_REQUIRED");
  if (!meta.withoutFactor) add("SECOND_FACTOR_NEEDED");
  if (meta.idempotent) add("IDEMPOTENCY_CONFLICT");
  return [...codes];
}

/**
 * An operation's failures, by status. Each distinct set of codes is one response component with an example body per code, which
 * operations share.
 * @param components where the responses and examples are added
 */
export function failureResponses(codes: readonly ErrorCode[], components: Fields): Fields {
  const byStatus = Map.groupBy([...codes].sort(), (code) => ERRORS[code].status);
  const statuses = [...byStatus.entries()].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    statuses.map(([status, ofStatus]) => {
      const name = ofStatus.map(pascalCase).join("Or");
      components.responses = { ...fieldsOf(components.responses), [name]: response(status, ofStatus) };
      const examples = ofStatus.map((code) => [code, { value: exampleOf(code) }]);
      components.examples = { ...fieldsOf(components.examples), ...Object.fromEntries(examples) };
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function response(status: number, codes: readonly ErrorCode[]): Fields {
  const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join("\n\n"),
    ...((status === 429 || status === 503) && { headers: { "Retry-After": header("RetryAfter") } }),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Failure" },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function exampleOf(code: ErrorCode): Fields {
  const details = DETAILS[code];
  return { success: false, error: ERRORS[code].message, code, ...(details && { details }) };
}

const EXAMPLE_LIMIT = {
  window: "day",
  level: "verified",
  until: "2026-03-02T12:00:00.000Z",
  retryAfter: 40_000,
  liftedBy: "established",
};

/** The details that come with some refusals. */
const DETAILS: Partial<Record<ErrorCode, Fields | Fields[]>> = {
  VALIDATION_ERROR: [{ field: "title", message: "Title is required" }],
  ...Object.fromEntries(
    [...PASSWORD_CODES, "PASSWORD_UNCHANGED" as const].map((code) => [
      code,
      [{ field: "newPassword", message: ERRORS[code].message }],
    ]),
  ),
  USERNAME_TAKEN: [{ field: "username", message: ERRORS.USERNAME_TAKEN.message }],
  EMAIL_TAKEN: [{ field: "email", message: ERRORS.EMAIL_TAKEN.message }],
  PAYMENTS_HELD: { cause: "password_reset", until: "2026-03-02T12:00:00.000Z" },
  EDIT_LOCKED: { opensAt: "2026-03-02T12:00:00.000Z" },
  BOUNTY_HAS_ANSWERS: { refundFrom: "2026-03-08T12:00:00.000Z" },
  ...Object.fromEntries(
    Object.entries(TRUST_CODES).map(([kind, code]) => [
      code,
      { ...EXAMPLE_LIMIT, limit: trustLimit("verified", kind as TrustKind).day },
    ]),
  ),
  RATE_LIMITED: { retryAfter: 17 },
};

function pascalCase(code: ErrorCode): string {
  return code
    .toLowerCase()
    .split("_")
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");
}

/** The body of every failure and its parts, as components. */
export function failureSchemas(): Fields {
  const { $defs } = z.toJSONSchema(z.object({ failure }), { io: "output" });
  const moved: Fields = JSON.parse(JSON.stringify($defs ?? {}).replaceAll("#/$defs/", "#/components/schemas/"));
  return Object.fromEntries(
    Object.entries(moved).map(([name, schema]) => {
      const { id: _, ...rest } = fieldsOf(schema);
      return [name, rest];
    }),
  );
}
