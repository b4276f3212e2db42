import { AppError } from "@bbux/api";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Deeper nesting than any of our calls has. */
const MAX_DEPTH = 40;

/** Whether brackets nest deeper than {@link MAX_DEPTH}, without parsing: parsing half a million of them takes 0.3 s. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index++) {
    const char = json.charCodeAt(index);
    if (inString) {
      if (char === 92) index++;
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 123 || char === 91) {
      if (++depth > MAX_DEPTH) return true;
    } else if (char === 125 || char === 93) depth--;
  }
  return false;
}

/** @throws AppError VALIDATION_ERROR */
function assertShallow(json: string): void {
  if (isTooDeep(json)) throw new AppError("VALIDATION_ERROR", { message: "The body is nested too deep" });
}

/**
 * Parses JSON that didn't come as a body, by the same rules as bodies.
 * @throws AppError BAD_REQUEST; VALIDATION_ERROR if nested too deep
 */
export function jsonReader(app: FastifyInstance): (request: FastifyRequest, json: string) => unknown {
  const parse = app.getDefaultJsonParser("error", "error");
  return (request, json) => {
    assertShallow(json);
    let read: unknown;
    void parse(request, json, (cause, value) => {
      if (cause) throw new AppError("BAD_REQUEST", { cause });
      read = value;
    });
    return read;
  };
}

/**
 * Accepts JSON bodies only. An empty body counts as no body, whatever its content type; Fastify's own parser rejects
 * `__proto__` as a key with 400.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.trim() === "") return done(null, undefined);
    if (isTooDeep(body)) return done(new AppError("VALIDATION_ERROR", { message: "The body is nested too deep" }));
    return parse(request, body, done);
  });
  app.addContentTypeParser<string>("*", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") done(null, undefined);
    else done(new AppError("UNSUPPORTED_MEDIA_TYPE"));
  });
}
