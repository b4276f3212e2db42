import type { FastifyRequest } from "fastify";

/** A host name or address with a port, as browsers write it, without anything that could end an attribute or an address. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Our origin, for absolute links: as configured, which production requires. Without configuration it's the requested host, if it
 * looks like one; the result goes only to the client that sent that host, and is never cached.
 */
export function originOf(request: FastifyRequest, configured: string | undefined): string | null {
  if (configured !== undefined) return configured;
  return HOST.test(request.host) ? `${request.protocol}://${request.host}` : null;
}
