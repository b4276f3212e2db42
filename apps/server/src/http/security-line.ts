import { AppError, type Context, statusOf } from "@bbux/api";
import type { FastifyRequest } from "fastify";
import { subnetOf } from "./network.ts";

/** Writes a line of the security log, with the network that the request came from. */
export function writeSecurityLine(request: FastifyRequest, line: Parameters<Context["logSecurity"]>[0]): void {
  request.log.info({ security: { ...line, network: subnetOf(request.ip) } }, "security");
}

/** Writes a refusal for lack of rights that no procedure has written; any other error is ignored. */
export function noteRefusal(request: FastifyRequest, error: unknown): void {
  if (!(error instanceof AppError) || statusOf(error) !== 403) return;
  const call = `${request.method} ${request.routeOptions.url ?? "an unknown path"}`;
  writeSecurityLine(request, { kind: "refused", call, member: request.viewer?.id ?? null, outcome: error.code });
}
