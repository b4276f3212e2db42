import type { Services } from "@bbux/api";
import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { createContext } from "../context.ts";
import type { Limits } from "../limits.ts";
import { inputReader } from "../rest.ts";
import { noteRefusal } from "../security-line.ts";
import { NO_INPUT, type PlainRoute } from "./route.ts";
import { plainRoutes } from "./routes.ts";

/** Mounts every plain route at its documented path, with the same sessions, limits, and checks as procedures. */
export async function mountPlain(app: FastifyInstance, services: Services, limits: Limits): Promise<void> {
  for (const route of plainRoutes.filter(({ body }) => body === undefined)) mountRoute(app, route, services, limits);
  await app.register(async (uploads) => {
    // Non-multipart bodies are refused, even JSON. Handlers limit sizes as they read files.
    uploads.removeContentTypeParser("application/json");
    await uploads.register(multipart);
    for (const route of plainRoutes.filter(({ body }) => body === "multipart")) {
      mountRoute(uploads, route, services, limits);
    }
  });
}

function mountRoute(app: FastifyInstance, route: PlainRoute, services: Services, limits: Limits): void {
  const { method, path, input, bodyLimit } = route;
  const readInput = inputReader({ method, input: input === NO_INPUT ? null : input });
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ":$1"),
    ...(bodyLimit !== undefined && { bodyLimit }),
    handler: async (request, reply) => {
      const ctx = createContext(services, limits, request, reply);
      try {
        return await route.serve({ ctx, input: readInput(request), request, reply });
      } catch (error) {
        noteRefusal(request, error);
        throw error;
      }
    },
  });
}
