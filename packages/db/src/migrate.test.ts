import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, inject, it } from "vitest";
import { connect } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { asOwner } from "./testing.ts";

it("migrates as a role that can't create roles, if the app's role already exists and is granted to it", async () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const server = inject("testServerUrl");
  await asOwner(server, async (client) => {
    await client.query(`create role ${name} login password 'a-password'`);
    await client.query(`grant bbux_app to ${name}`);
    await client.query(`create database ${name} owner ${name}`);
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  url.username = name;
  url.password = "a-password";
  const db = connect({ url: url.href, max: 1 });
  try {
    expect(await migrate(url.href)).toEqual(Object.keys(migrations));
    const { rows } = await sql<{ role: string; posts: string }>`
      select current_user as role, (select count(*) from posts) as posts
    `.execute(db);
    expect(rows).toEqual([{ role: "bbux_app", posts: "0" }]);
  } finally {
    await db.destroy();
    await asOwner(server, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.query(`drop role ${name}`);
    });
  }
});

it("explains why if the database can't be reached", async () => {
  await expect(migrate("postgresql://nobody@127.0.0.1:1/none")).rejects.toThrow(/not be migrated: .*ECONNREFUSED/);
});
