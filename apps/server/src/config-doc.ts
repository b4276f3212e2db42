import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { envSchema } from "./env.ts";

/** The page that {@link configurationPage} makes: `node tooling/launch/run.mjs apps/server/src/config-doc.ts` writes it anew. */
export const PAGE = join(import.meta.dirname, "../../../docs/CONFIGURATION.md");

type Field = z.core.JSONSchema.BaseSchema;

/** `docs/CONFIGURATION.md`: every variable of the one schema that reads them. */
export function configurationPage(): string {
  const { properties = {} } = z.toJSONSchema(envSchema, { io: "output", unrepresentable: "any" });
  const rows = Object.entries(properties).map(([name, field]) => {
    const facts: Field = typeof field === "object" ? field : {};
    const cells = [`\`${name}\``, facts.description ?? "", defaultOf(facts), allowed(name, facts)];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return `# Configuration

Everything is set by environment variables, and none of them is needed: without any, \`npm start\` runs on its own. A wrong
value stops the start with a sentence that names the variable. An empty variable counts as none.

In production (\`NODE_ENV=production\`) nothing insecure is a default: \`SESSION_SECRET\`, \`PLATFORM_WALLET_SECRET\` and
\`PUBLIC_ORIGIN\` must be set, and \`RATE_LIMITS=off\` is refused.

| Variable | Meaning | Default | Allowed |
|---|---|---|---|
${rows.join("\n")}

This page is generated: \`node tooling/launch/run.mjs apps/server/src/config-doc.ts\`. A test compares it with the schema.
`;
}

function defaultOf({ default: value }: Field): string {
  return value === undefined ? "none" : `\`${String(value)}\``;
}

/** In words. What only a refinement knows is found out by asking the schema. */
function allowed(name: string, { enum: values, type, minimum, maximum, minLength, format }: Field): string {
  if (values) return values.map((value) => `\`${String(value)}\``).join(", ");
  if (type === "integer") return `whole number, ${minimum ?? 0} to ${maximum ?? "any"}`;
  if (format === "email") return "email address";
  const schemes = ["http:", "https:", "postgres:", "postgresql:", "smtp:", "smtps:", "redis:", "rediss:"];
  const field = Object.entries(envSchema.shape).find(([key]) => key === name)?.[1];
  const takes = (value: string) => field?.safeParse(value).success === true;
  if (!takes("a-text-that-is-as-long-as-any-text-has-to-be")) {
    const found = schemes.filter((scheme) => takes(`${scheme}//host`)).map((scheme) => `\`${scheme}//\``);
    if (found.length > 0)
      return `URL: ${found.join(" or ")}${takes("https://host/path") || name !== "PUBLIC_ORIGIN" ? "" : ", without a path"}`;
  }
  return minLength !== undefined && minLength > 1 ? `text of at least ${minLength} characters` : "text";
}

if (import.meta.main) {
  const page = configurationPage();
  const changed = readFileSync(PAGE, { encoding: "utf8", flag: "a+" }) !== page;
  writeFileSync(PAGE, page);
  process.stdout.write(`${PAGE} ${changed ? "written" : "unchanged"}\n`);
}
