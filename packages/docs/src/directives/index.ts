import { configuration } from "./configuration.ts";
import type { Directive } from "./directive.ts";
import { endpoints } from "./endpoints.ts";
import { errorCodes } from "./errorCodes.ts";
import { example } from "./example.ts";
import { idempotentCalls } from "./idempotentCalls.ts";
import { include } from "./include.ts";
import { models } from "./models.ts";
import { parameters } from "./parameters.ts";
import { rateLimits } from "./rateLimits.ts";
import { levels, reputation } from "./reputation.ts";
import { trustLimits } from "./trustLimits.ts";

/** Every directive that is on a separate line. */
export const directives: Readonly<Record<string, Directive>> = {
  configuration,
  endpoints,
  "error-codes": errorCodes,
  example,
  "idempotent-calls": idempotentCalls,
  include,
  levels,
  models,
  parameters,
  "rate-limits": rateLimits,
  reputation,
  "trust-limits": trustLimits,
};
