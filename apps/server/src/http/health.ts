import { AppError } from "@bbux/api";
import type { Database } from "@bbux/db";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";

/** `/health/live`: this process answers. `/health/ready`: it can do its work, too, and is not shutting down. */
export function mountHealth(app: FastifyInstance, db: Database): void {
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.get("/health/live", async () => ({ status: "ok" }));
  app.get("/health/ready", async () => {
    if (closing) throw new AppError("SERVICE_UNAVAILABLE");
    // Whatever keeps the database from answering, the process is not ready, which is no fault of its own.
    await sql`select 1`.execute(db).catch((cause: unknown) => {
      throw new AppError("SERVICE_UNAVAILABLE", { cause });
    });
    return { status: "ok" };
  });
}
