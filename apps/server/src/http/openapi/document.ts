import { appRouter } from "@bbux/api/router";
import { APP } from "@bbux/contract";
import { generateOpenApiDocument } from "trpc-to-openapi";
import { plainRoutes } from "../plain/routes.ts";
import { type RestRoute, restRoutes } from "../rest.ts";
import { failureResponses, failureSchemas, type Guarded, refusalsOf } from "./failures.ts";
import { type Fields, fieldsOf } from "./fields.ts";
import { guardOf, plainOperation } from "./plain.ts";
import { DESCRIPTION, HEADERS, IDEMPOTENCY_KEY, TAGS } from "./text.ts";
import { dropUnused, tidySchemas } from "./tidy.ts";

/**
 * The OpenAPI 3.1 document, generated from the procedures themselves. trpc-to-openapi's failure responses are replaced by ours,
 * one for each refusal a call can meet.
 */
export function buildOpenApiDocument(): Fields {
  const generated = tidySchemas(
    JSON.parse(
      JSON.stringify(
        generateOpenApiDocument(appRouter, {
          title: `${APP.name} API`,
          version: APP.version,
          openApiVersion: "3.1.0",
          baseUrl: "/api",
          description: DESCRIPTION,
          securitySchemes: {
            bearer: {
              type: "http",
              scheme: "bearer",
              description: "The token of POST /auth/login, valid for an hour.",
            },
            cookie: {
              type: "apiKey",
              in: "cookie",
              name: "__Host-bbux_session",
              description:
                "The web app's session; without https its name is `bbux_session`. What changes something must come from its origin.",
            },
          },
        }),
      ),
    ) as Fields,
  );
  const components: Fields = { ...fieldsOf(generated.components), headers: HEADERS };
  components.schemas = { ...fieldsOf(components.schemas), ...tidySchemas(failureSchemas()) };
  const paths = fieldsOf(generated.paths);
  for (const route of restRoutes()) {
    const methods = fieldsOf(paths[route.path]);
    const method = String(route.method).toLowerCase();
    methods[method] = completeOperation(fieldsOf(methods[method]), route, components);
  }
  for (const route of plainRoutes) {
    const methods = fieldsOf(paths[route.path]);
    methods[route.method.toLowerCase()] = guardOperation(plainOperation(route), guardOf(route), components);
    paths[route.path] = methods;
  }
  const document: Fields = {
    openapi: generated.openapi,
    info: { ...fieldsOf(generated.info), license: { name: "MIT", identifier: "MIT" } },
    servers: [
      { url: "/api", description: "The present version" },
      { url: "/api/v1", description: "Version 1, the same" },
    ],
    tags: TAGS,
    paths,
    components,
  };
  dropUnused(document);
  return document;
}

function completeOperation(operation: Fields, route: RestRoute, components: Fields): Fields {
  const { parameters, description, ...rest } = operation;
  const given = Array.isArray(parameters) ? parameters.map((parameter) => describeParameter(fieldsOf(parameter))) : [];
  const all = route.meta.idempotent ? [...given, IDEMPOTENCY_KEY] : given;
  const described = {
    ...rest,
    description: [description, `tRPC: \`${route.name}\`.`].filter(Boolean).join("\n\n"),
    ...(all.length > 0 && { parameters: all }),
  };
  return guardOperation(described, route, components);
}

/** Adds what every operation has: who may call it, its limits, and its failures. */
function guardOperation({ responses, ...operation }: Fields, guarded: Guarded, components: Fields): Fields {
  return {
    ...operation,
    security: securityOf(guarded),
    // OpenAPI can't express roles.
    "x-viewer": guarded.meta.viewer ?? "anyone",
    responses: {
      "200": { ...fieldsOf(fieldsOf(responses)["200"]), description: "Done", headers: RATE_LIMIT_HEADERS },
      ...(guarded.meta.pending && {
        "202": { ...fieldsOf(fieldsOf(responses)["200"]), description: "Under way", headers: RATE_LIMIT_HEADERS },
      }),
      ...failureResponses(refusalsOf(guarded), components),
    },
  };
}

/** Copies a parameter's schema description to the parameter. */
function describeParameter(parameter: Fields): Fields {
  const { description: inner, ...schema } = fieldsOf(parameter.schema);
  const description = parameter.description ?? inner;
  return { ...parameter, ...(description !== undefined && { description }), schema };
}

/** Public reads accept credentials, too, and then count against the member's own, larger allowance. */
function securityOf({ method, path, meta }: Guarded): Fields[] {
  const either = [{ bearer: [] }, { cookie: [] }];
  if (meta.viewer) return either;
  return method === "GET" || path === "/auth/logout" ? [{}, ...either] : [];
}

const RATE_LIMIT_HEADERS = {
  "X-RateLimit-Limit": { $ref: "#/components/headers/RateLimitLimit" },
  "X-RateLimit-Remaining": { $ref: "#/components/headers/RateLimitRemaining" },
  "X-RateLimit-Reset": { $ref: "#/components/headers/RateLimitReset" },
};
