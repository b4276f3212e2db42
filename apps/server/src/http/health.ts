import { AppError } from "@bbux/api";
import type { Database } from "@bbux/db";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";

/** `/health/live`: this process responds. `/health/ready`: it can also do its work and isn't shutting down. */
export function mountHealth(app: FastifyInstance, db: Database): void {
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.get("/health/live", async () => ({ status: "ok" }));
  app.get("/health/ready", async () => {
    if (closing) throw new AppError("SERVICE_UNAVAILABLE");
    // Whatever keeps the database from answering, the process isn't ready, but nothing is wrong with the process itself.
    await sql`select 1`.execute(db).catch((cause: unknown) => {
      throw new AppError("SERVICE_UNAVAILABLE", { cause });
    });
    return { status: "ok" };
  });
}
