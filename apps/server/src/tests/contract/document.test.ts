import { ERRORS } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { buildOpenApiDocument } from "../../http/openapi/document.ts";
import { plainRoutes } from "../../http/plain/routes.ts";
import { restRoutes } from "../../http/rest.ts";
import { document, operations, plainRouteAt, typed } from "./document.ts";

const all = Object.entries(typed.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe("the OpenAPI document", () => {
  it("is version 3.1 and has a title, a version, and servers at /api and /api/v1 [M7.26]", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "BBUX API", version: "1.0.0" },
      servers: [{ url: "/api" }, { url: "/api/v1" }],
    });
  });

  it("resolves every reference and has no unused component", () => {
    const text = JSON.stringify(document);
    const refs = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? ""));
    for (const ref of refs) expect(at(ref), ref).toBeDefined();
    const components = document.components as Record<string, object>;
    for (const kind of ["schemas", "responses", "examples", "headers"])
      for (const name of Object.keys(components[kind] ?? {})) expect(refs).toContain(`#/components/${kind}/${name}`);
  });

  it("describes every plain route exactly once", () => {
    for (const { method, path, operation, body } of plainRoutes) {
      const described = typed.paths[path]?.[method.toLowerCase()];
      expect(described?.operationId, path).toBe(operation.operationId);
      if (body === "multipart")
        expect(Object.keys(described?.requestBody?.content ?? {})).toEqual(["multipart/form-data"]);
    }
    const ids = all.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("describes every procedure exactly once", () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(
      restRoutes()
        .map(({ name }) => name)
        .sort(),
    );
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  });

  it("declares every path parameter as required, and no others", () => {
    for (const { path, operation } of all) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((one) => one.in === "path");
      expect(declared.map(({ name }) => name).sort(), path).toEqual(inPath.sort());
    }
  });

  it("puts no secret into an address, where logs and histories keep it", () => {
    const secrets = all.flatMap(({ operation }) =>
      operation.parameters
        .filter(({ in: where, name }) => where !== "header" && /token|password|secret|code|proof|email/i.test(name))
        .map(({ name }) => `${operation.operationId} ${name}`),
    );
    expect(secrets).toEqual([]);
    expect(all.some(({ operation }) => operation.parameters.some(({ in: where }) => where === "query"))).toBe(true);
  });

  it("states for every operation what it does, what it returns, and how it fails", () => {
    for (const { path, method, operation } of all) {
      const what = `${method} ${path}`;
      expect(operation.summary, what).toMatch(/^[A-Z]/);
      const statuses = Object.keys(operation.responses);
      expect(statuses, what).toEqual(expect.arrayContaining(["200", "429", "500", "503"]));
      const { content } = operation.responses["200"];
      expect(Object.keys(content), what).not.toHaveLength(0);
      if (!plainRouteAt(method, path)) expect(Object.keys(content), what).toEqual(["application/json"]);
      for (const { schema } of Object.values(content)) expect(Object.keys(schema), what).not.toHaveLength(0);
      if (path.includes("{")) expect(statuses, what).toContain("404");
      if (operation.requestBody) expect(statuses, what).toEqual(expect.arrayContaining(["400", "413", "415", "422"]));
    }
  });

  it("requires a bearer token or the cookie exactly where a session is needed", () => {
    for (const { method, path, operation } of all) {
      const route = plainRouteAt(method, path) ?? operations.find((one) => one.id === operation.operationId);
      const isOpen = operation.security.length === 0 || operation.security.some((one) => Object.keys(one).length === 0);
      expect(isOpen, `${method} ${path}`).toBe(route?.viewer === undefined);
      expect(Object.keys(operation.responses).includes("401") || isOpen, `${method} ${path}`).toBe(true);
    }
  });

  it("declares the Idempotency-Key on the calls that move money or post a text in a thread [M7.54]", () => {
    const withKey = all.filter(({ operation }) => operation.parameters.some(({ name }) => name === "Idempotency-Key"));
    expect(withKey.map(({ operation }) => operation.operationId).sort()).toEqual([
      "answers-accept",
      "answers-create",
      "comments-create",
      "governance-act",
      "governance-stake",
      "governance-unstake",
      "moderation-closePost",
      "posts-create",
      "posts-delete",
      "proposals-submit",
      "proposals-vote",
      "refunds-appeal",
      "refunds-decideAppeal",
      "refunds-object",
      "refunds-request",
      "refunds-vote",
      "wallet-action",
      "wallet-confirmDeposit",
      "wallet-confirmDirectDeposit",
      "wallet-deposit",
      "wallet-processWithdrawal",
      "wallet-sendTransaction",
      "wallet-withdraw",
    ]);
  });

  it("describes every tag that operations use", () => {
    const carried = new Set(all.flatMap(({ operation }) => operation.tags));
    expect(document.tags).toEqual(
      [...carried].map((name) => expect.objectContaining({ name, description: expect.any(String) })),
    );
  });

  it("shows each refusal with its message and lists the codes [C7.67]", () => {
    const { examples } = document.components as { examples: Record<string, { value: { error: string } }> };
    for (const [code, { value }] of Object.entries(examples)) {
      expect(value).toMatchObject({ success: false, code, error: ERRORS[code as keyof typeof ERRORS].message });
    }
    const { description } = document.info as { description: string };
    for (const code of Object.keys(ERRORS)) expect(description).toContain(`\`${code}\``);
  });

  it("lists the values of sort, filter, and dateRange, and requires nothing that has a default", () => {
    const { parameters } = typed.paths["/posts"]?.get ?? { parameters: [] };
    const words = Object.fromEntries(parameters.map(({ name, schema }) => [name, (schema as { enum?: unknown }).enum]));
    expect(words).toMatchObject({
      sort: ["newest", "oldest", "votes", "mostVoted"],
      filter: ["open", "claimed", "closed"],
      dateRange: ["week", "month", "year"],
    });
    expect(JSON.stringify(parameters)).not.toContain('"required":true');
  });

  it("is identical on every build, which changes no schema", () => {
    expect(buildOpenApiDocument()).toEqual(document);
  });
});

/** Resolves a local reference. */
function at(ref: string): unknown {
  return ref
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((value, key) => {
      const name = decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
      return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    }, document);
}
