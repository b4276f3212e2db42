import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOwner, migrateTemplate, TEMPLATE } from "@bbux/db/testing";
import type { TestProject } from "vitest/node";
import { SCHEMA_KEY, SERVER_URL } from "./server.ts";

/** Sets up one run of tests with the running server, and its template unless the schema has changed. */
export default async function setup(project: TestProject): Promise<void> {
  const url = process.env[SERVER_URL];
  const key = process.env[SCHEMA_KEY];
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "bbux-compile-cache");
  if (!url || !key) throw new Error("Only `npm run test:faults` runs tests with this configuration");
  const known = await asOwner(url, (client) =>
    client.query<{ key: string | null }>(
      "select shobj_description(oid, 'pg_database') as key from pg_database where datname = $1",
      [TEMPLATE],
    ),
  );
  if (known.rows[0]?.key !== key) await makeTemplate(url, key);
  project.provide("testServerUrl", url);
}

async function makeTemplate(url: string, key: string): Promise<void> {
  await asOwner(url, async (client) => {
    await client.query(`drop database if exists ${TEMPLATE} with (force)`);
    await client.query(`create database ${TEMPLATE}`);
  });
  const template = new URL(url);
  template.pathname = `/${TEMPLATE}`;
  await migrateTemplate(template.href);
  await asOwner(url, async (client) => {
    await client.query(`alter database ${TEMPLATE} allow_connections false`);
    await client.query(`comment on database ${TEMPLATE} is '${key}'`);
  });
}
