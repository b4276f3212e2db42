import type { FastifyRequest } from "fastify";

/** A host name or address with a port, as browsers write it: nothing that could end an attribute or an address. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Where we are, for links that must be whole: as configured, which production demands. Without a configuration the host that
 * was asked, if it reads like one; what is made with it goes back to who named it, and is never kept.
 */
export function originOf(request: FastifyRequest, configured: string | undefined): string | null {
  if (configured !== undefined) return configured;
  return HOST.test(request.host) ? `${request.protocol}://${request.host}` : null;
}
