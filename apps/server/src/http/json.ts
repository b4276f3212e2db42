import { AppError } from "@bbux/api";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Deeper nesting than any of our calls has. */
const MAX_DEPTH = 40;
/** More values than a batch of our largest calls has. */
const MAX_VALUES = 10_000;

/** Checks the shape of JSON without parsing it, because parsing half a million brackets or values takes 0.3 s. @returns the problem, or null */
function shapeProblem(json: string): string | null {
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let index = 0; index < json.length; index++) {
    const char = json.charCodeAt(index);
    if (inString) {
      if (char === 92) index++;
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 123 || char === 91) {
      if (++depth > MAX_DEPTH) return "The body is nested too deep";
      values++;
    } else if (char === 125 || char === 93) depth--;
    else if (char === 44) values++;
    if (values > MAX_VALUES) return "The body has too many values";
  }
  return null;
}

/** @throws AppError VALIDATION_ERROR */
function assertShape(json: string): void {
  const message = shapeProblem(json);
  if (message !== null) throw new AppError("VALIDATION_ERROR", { message });
}

/**
 * Parses JSON that didn't come as a body, by the same rules as bodies.
 * @throws AppError BAD_REQUEST; VALIDATION_ERROR if nested too deep, or with too many values
 */
export function jsonReader(app: FastifyInstance): (request: FastifyRequest, json: string) => unknown {
  const parse = app.getDefaultJsonParser("error", "error");
  return (request, json) => {
    assertShape(json);
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
    const message = shapeProblem(body);
    if (message !== null) return done(new AppError("VALIDATION_ERROR", { message }));
    return parse(request, body, done);
  });
  app.addContentTypeParser<string>("*", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") done(null, undefined);
    else done(new AppError("UNSUPPORTED_MEDIA_TYPE"));
  });
}
