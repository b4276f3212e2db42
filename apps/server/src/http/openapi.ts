import { createHash } from "node:crypto";
import { APP } from "@bbux/contract";
import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { buildOpenApiDocument } from "./openapi/document.ts";

/** Serves `/openapi.json` and the browsable `/reference`, both from one document that is built on first request. */
export async function mountOpenApi(app: FastifyInstance): Promise<void> {
  let json: string | undefined;
  app.get("/openapi.json", async (_request, reply) => {
    json ??= JSON.stringify(buildOpenApiDocument());
    return reply.type("application/json; charset=utf-8").header("cache-control", "public, max-age=300").send(json);
  });
  await app.register(mountReference);
}

/** The reference works without any other host: features that would contact one are off, and the policy enforces that. */
async function mountReference(app: FastifyInstance): Promise<void> {
  app.addHook("onSend", async (_request, reply, payload) => {
    reply.header("cache-control", "public, max-age=3600");
    if (typeof payload === "string" && payload.startsWith("<!doctype html>"))
      reply.header("content-security-policy", policyFor(payload));
    return payload;
  });
  await app.register(scalar, {
    routePrefix: "/reference",
    configuration: {
      url: "/api/openapi.json",
      pageTitle: `${APP.name} API reference`,
      favicon: "/favicon.svg",
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: "never",
      persistAuth: false,
      orderSchemaPropertiesBy: "preserve",
    },
  });
}

/** The page has one inline script, allowed by its hash. */
function policyFor(page: string): string {
  const inline = [...page.matchAll(/<script type="text\/javascript">([\s\S]*?)<\/script>/g)].map(
    ([, script]) => script ?? "",
  );
  const hashes = inline.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
