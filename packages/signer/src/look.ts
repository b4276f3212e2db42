import { readFileSync } from "node:fs";
import { type ChainGateway, createGateway } from "@bbux/chain";
import { z } from "zod";

const announced = z.object({ url: z.url() });

/** What the signer itself sees of the chain. */
export type SignerChain = Pick<ChainGateway, "statuses">;

/**
 * The signer's own look at the chain: at a node, or at the local chain that announces itself in a file.
 * @returns a function that gives null while there is none
 */
export function ownLook({
  rpcUrl,
  chainFile,
}: {
  readonly rpcUrl?: string | undefined;
  readonly chainFile?: string | undefined;
}): () => SignerChain | null {
  if (rpcUrl) {
    const chain = createGateway({ url: rpcUrl });
    return () => chain;
  }
  return () => {
    const url = chainFile === undefined ? null : announcedIn(chainFile);
    return url === null ? null : createGateway({ url });
  };
}

function announcedIn(file: string): string | null {
  try {
    return announced.parse(JSON.parse(readFileSync(file, "utf8"))).url;
  } catch {
    return null;
  }
}
