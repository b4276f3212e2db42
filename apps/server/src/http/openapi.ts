import { APP } from "@bbux/contract";
import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { buildOpenApiDocument } from "./openapi/document.ts";

/** `/openapi.json` and the browsable `/reference`, both of one document, made when first asked for. */
export async function mountOpenApi(app: FastifyInstance): Promise<void> {
  let json: string | undefined;
  app.get("/openapi.json", async (_request, reply) => {
    json ??= JSON.stringify(buildOpenApiDocument());
    return reply.type("application/json; charset=utf-8").header("cache-control", "public, max-age=300").send(json);
  });
  await app.register(scalar, {
    routePrefix: "/reference",
    configuration: {
      url: "/api/openapi.json",
      pageTitle: `${APP.name} API reference`,
      withDefaultFonts: false,
      telemetry: false,
    },
  });
}
