import { AppError, type Services } from "@bbux/api";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";

/** How long an answer of the database stands for others (ms), so that nobody can keep it busy with this. */
const STANDS_MS = 1_000;

/**
 * `/health/live`: this process responds. `/health/ready`: it can also do its work and isn't shutting down. Neither is limited, because
 * a load balancer must always get an answer.
 */
export function mountHealth(app: FastifyInstance, { db, now }: Pick<Services, "db" | "now">): void {
  let closing = false;
  let latest: { readonly at: number; readonly answer: Promise<unknown> } | undefined;
  const askDatabase = (): Promise<unknown> => {
    const at = now().getTime();
    // A clock that was turned back must not keep an answer.
    if (!latest || Math.abs(at - latest.at) >= STANDS_MS) latest = { at, answer: sql`select 1`.execute(db) };
    return latest.answer;
  };
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.get("/health/live", async () => ({ status: "ok" }));
  app.get("/health/ready", async () => {
    if (closing) throw new AppError("SERVICE_UNAVAILABLE");
    // Whatever keeps the database from answering, the process isn't ready, but nothing is wrong with the process itself.
    await askDatabase().catch((cause: unknown) => {
      throw new AppError("SERVICE_UNAVAILABLE", { cause });
    });
    return { status: "ok" };
  });
}
