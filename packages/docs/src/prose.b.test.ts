import { ERRORS, type ErrorCode } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { type CompiledPage, compilePage } from "./compile.ts";
import { anchorOf, openApi, operations } from "./directives/openapi.ts";
import { eachNode } from "./tree.ts";

const developer = compilePage("developer-guide");
const deployment = compilePage("deployment-guide");
const reference = compilePage("api-reference");

/** A chapter's text: from its heading to the next h2. */
function chapter({ toc, sections }: CompiledPage, id: string): string {
  const chapters = new Set(toc.filter(({ depth }) => depth === 2).map((entry) => entry.id));
  const from = sections.findIndex((section) => section.id === id);
  if (from < 0) throw new Error(`There is no chapter #${id}`);
  const after = sections.findIndex((section, at) => at > from && chapters.has(section.id));
  return sections
    .slice(from, after < 0 ? undefined : after)
    .map(({ title, text }) => `${title}\n${text}`)
    .join("\n");
}

/** Table rows in a chapter, by the text of their first cell. */
const rowOf = (text: string, first: string) => text.split("\n").find((line) => line.startsWith(`${first} `));

/** The chapters in order, by anchor. */
const chapters = ({ toc }: CompiledPage) => toc.filter(({ depth }) => depth === 2).map(({ id }) => id);

function linksOf({ tree }: CompiledPage): string[] {
  const urls: string[] = [];
  eachNode(tree, (node) => {
    if (node.type === "link") urls.push(node.url.split("#")[0] ?? "");
  });
  return urls;
}

const ERROR_STATUSES = [400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503];

describe("the developer guide", () => {
  it("has its chapters with their anchors, in order [M2.43]", () => {
    expect(chapters(developer)).toEqual([
      ...["overview", "architecture", "setup", "frontend", "backend", "virtual-tokens", "governance", "refund-system"],
      ...["notification-system", "chat-system", "database", "api", "deployment", "contributing"],
    ]);
  });

  it("links to the API reference, the deployment guide, the platform page, and the source code [M2.44]", () => {
    const links = linksOf(developer);
    for (const page of ["/docs/api-reference", "/docs/deployment-guide", "/docs/platform"])
      expect(links).toContain(page);
    expect(links).toContain("xBBUXCONFIGsourceUrlx");
  });

  it("says that an approved refund goes to the requester's wallet instead of the treasury [M4.31]", () => {
    const text = chapter(developer, "refund-system");
    expect(text).toContain("An approved refund goes to the requester's wallet");
    expect(text).not.toMatch(/treasury/i);
  });

  it("says that the community votes on refunds instead of the platform deciding [M4.32]", () => {
    const text = chapter(developer, "refund-system");
    expect(text).toContain("The community votes on refunds");
    expect(text).not.toMatch(/platform (itself )?(reviews|decides)/i);
  });

  it("lists HTTP 200 alongside the error statuses, and the fields of an error body [M8.32]", () => {
    const text = chapter(developer, "api");
    const listed = text.match(/^\d{3}(, \d{3})*(?= )/gm)?.flatMap((statuses) => statuses.split(", ").map(Number));
    expect(listed).toEqual([200, 202, ...ERROR_STATUSES]);
    for (const field of ["error", "code", "details"]) expect(rowOf(text, field)).toBeDefined();
  });

  it("uses a code from the contract in its example of a failure [M8.32]", () => {
    const [, code] = /"code": "(\w+)"/.exec(chapter(developer, "api")) ?? [];
    expect(Object.keys(ERRORS)).toContain(code);
  });
});

describe("the API reference", () => {
  it("has its chapters with their anchors, in order [M2.46]", () => {
    expect(chapters(reference)).toEqual([
      ...["overview", "authentication", "endpoints", "virtual-tokens", "governance", "refunds", "chat", "data-models"],
      ...["errors", "rate-limiting", "code-examples", "sdks", "related-docs"],
    ]);
  });

  it("describes every operation and every model of the OpenAPI document [M2.46]", () => {
    const missing = operations().filter((operation) => !reference.anchors.includes(anchorOf(operation)));
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    const models = chapter(reference, "data-models");
    expect(Object.keys(openApi().components.schemas).filter((name) => !models.includes(name))).toEqual([]);
  });

  it("shows its examples in JavaScript, Python, and cURL [M2.46]", () => {
    const tabs: string[][] = [];
    eachNode(reference.tree, (node) => {
      if (node.type !== "containerDirective" || node.name !== "tabs") return;
      tabs.push(node.children.map((tab) => (tab.type === "containerDirective" ? (tab.attributes?.title ?? "") : "")));
    });
    expect(tabs.length).toBeGreaterThanOrEqual(12);
    for (const titles of tabs) expect(titles).toEqual(["JavaScript", "Python", "cURL"]);
  });

  it("lists every status, and every code with its status [M8.31]", () => {
    const text = chapter(reference, "errors");
    const { text: statuses = "" } = reference.sections.find(({ id }) => id === "statuses") ?? {};
    for (const status of ERROR_STATUSES) expect(rowOf(statuses, String(status)), `status ${status}`).toBeDefined();
    const documented = [
      ...(["INVALID_CREDENTIALS", "TOKEN_EXPIRED", "INSUFFICIENT_BALANCE", "VALIDATION_ERROR"] as const),
      ...(["RATE_LIMITED", "TRANSACTION_FAILED"] as const),
    ] satisfies ErrorCode[];
    for (const code of documented) expect(text).toContain(`${ERRORS[code].status} ${code} `);
    for (const [code, { status }] of Object.entries(ERRORS)) expect(text).toContain(`${status} ${code} `);
  });

  it("names the rate limit headers and Retry-After [M8.31]", () => {
    const text = chapter(reference, "rate-limiting");
    for (const header of ["Limit", "Remaining", "Reset"]) expect(rowOf(text, `X-RateLimit-${header}`)).toBeDefined();
    expect(text).toContain("Retry-After");
  });
});

describe("the deployment guide", () => {
  it("has its chapters with their anchors, in order [M2.49]", () => {
    const asked = [
      ...["edge-hosting-setup", "database-setup", "environment-variables", "deployment-process", "monitoring"],
      ...["scaling", "security", "troubleshooting"],
    ];
    expect(chapters(deployment).filter((id) => asked.includes(id))).toEqual(asked);
  });

  it("names the Node version that runs, pinned by the lock file, and no older one [M9.33]", () => {
    expect(deployment.text).toContain(`Node ${process.versions.node.split(".")[0]} is pinned`);
    expect(deployment.text).toContain("npm package node");
    expect(deployment.text).not.toMatch(/node(\.js)? ?1\d|node 18/i);
  });

  it("names the variables for secret, node, wallet, and environment, and says that there is no token address [M9.35]", () => {
    const text = chapter(deployment, "environment-variables");
    expect(rowOf(text, "SESSION_SECRET")).toMatch(/signing secret/);
    expect(rowOf(text, "SOLANA_RPC_URL")).toMatch(/blockchain RPC endpoint/);
    expect(rowOf(text, "PLATFORM_WALLET_SECRET")).toMatch(/platform's Solana wallet/);
    expect(rowOf(text, "NODE_ENV")).toMatch(/environment's name/);
    expect(text).toContain("There is no token address to configure");
  });

  it("covers the edge, the API as the process it is, and PostgreSQL 15 or later [M9.36]", () => {
    expect(chapter(deployment, "edge-hosting-setup")).toMatch(/reverse proxy or CDN in front of the process/);
    expect(chapter(deployment, "database-setup")).toContain("PostgreSQL 15 or later");
    for (const page of [deployment, developer, reference]) expect(page.text).not.toMatch(/serverless/i);
  });

  it("names no variable that the platform doesn't read, and every one that production needs [M9.35]", () => {
    const rows = chapter(deployment, "environment-variables").split("\n");
    const all = new Set(rows.map((row) => /^[A-Z][A-Z0-9_]+(?= )/.exec(row)?.[0]).filter(Boolean));
    const named = [...deployment.text.matchAll(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])\b/g)].map(([, name]) => name);
    const others = ["X_RATELIMIT", "CSRF_REJECTED", "HOT_WALLET", ...Object.keys(ERRORS)];
    expect(named.filter((name) => !all.has(name) && !others.includes(name ?? ""))).toEqual([]);
    for (const name of ["SESSION_SECRET", "PLATFORM_WALLET_SECRET", "PUBLIC_ORIGIN"])
      expect(rows.filter((row) => row.startsWith(`${name} yes `))).toHaveLength(1);
  });
});
