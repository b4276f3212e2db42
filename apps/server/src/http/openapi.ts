import { appRouter } from "@bbux/api";
import { APP, ERRORS, failure } from "@bbux/contract";
import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { generateOpenApiDocument } from "trpc-to-openapi";
import { z } from "zod";

type Fields = Record<string, unknown>;

const IDEMPOTENT = new Set(["POST /posts", "DELETE /posts/{id}", "POST /posts/{postId}/answers/{answerId}/accept"]);

/**
 * The OpenAPI 3.1 document, from the same procedures that answer. trpc-to-openapi writes its own idea of failures; they
 * are replaced by ours, for each status that a call can have.
 */
export function buildOpenApiDocument(): Fields {
  const generated: Fields = JSON.parse(
    JSON.stringify(
      generateOpenApiDocument(appRouter, {
        title: `${APP.name} API`,
        version: APP.version,
        openApiVersion: "3.1.0",
        baseUrl: "/api",
        description: DESCRIPTION,
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", description: "The token of POST /auth/login, valid for an hour." },
          cookie: { type: "apiKey", in: "cookie", name: "bbux_session" },
        },
      }),
    ),
  );
  generated.servers = [{ url: "/api" }, { url: "/api/v1" }];
  const components = fieldsOf(generated.components);
  const { $schema: _, id: __, ...failureSchema } = z.toJSONSchema(failure, { io: "output" });
  components.schemas = { ...fieldsOf(components.schemas), Failure: failureSchema };
  components.responses = Object.fromEntries(
    [...byStatus()].map(([status, codes]) => [`Failure${status}`, failureResponse(codes)]),
  );
  generated.components = components;
  for (const [path, methods] of Object.entries(fieldsOf(generated.paths))) {
    for (const [method, operation] of Object.entries(fieldsOf(methods))) {
      patchOperation(fieldsOf(operation), `${method.toUpperCase()} ${path}`);
    }
  }
  return generated;
}

function patchOperation(operation: Fields, name: string): void {
  const responses = fieldsOf(operation.responses);
  operation.responses = {
    "200": responses["200"],
    ...Object.fromEntries(
      [...byStatus().keys()].map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
    ),
  };
  if (IDEMPOTENT.has(name)) {
    const parameters = Array.isArray(operation.parameters) ? operation.parameters : [];
    operation.parameters = [...parameters, IDEMPOTENCY_KEY];
  }
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 200 },
  description: "The same key with the same body gives the first answer again; with another body it is a 409.",
};

function byStatus(): Map<number, string[]> {
  const codes = new Map<number, string[]>();
  for (const [code, { status }] of Object.entries(ERRORS)) codes.set(status, [...(codes.get(status) ?? []), code]);
  return codes;
}

function failureResponse(codes: readonly string[]) {
  return {
    description: codes.join(", "),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

const DESCRIPTION = `
Everything that the web app does, over HTTP. The same calls are mounted at \`/api\` and \`/api/v1\`.

**Sign in** with \`POST /auth/login\`; send the token as \`Authorization: Bearer …\`. It lives for an hour; \`POST
/auth/refresh\` exchanges the refresh token for a new pair, once. Browsers on this origin use the session cookie instead.

**Failures** all have the body \`{success: false, error, code, details?}\`; \`code\` is one of a closed list.

**Limits**: 100 requests a minute and 1 000 an hour without a session, 500 and 5 000 with one. \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (unix time) describe the window with the smaller share left.

**Amounts** are in BBUX: a number, or a decimal string with at most nine decimals. **Times** are ISO 8601 in UTC, **ids** are strings.
`.trim();

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
