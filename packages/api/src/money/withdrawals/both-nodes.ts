import type { ChainGateway, ChainTransaction } from "@bbux/chain";
import type { Services } from "../../platform/context/index.ts";
import { askWitness, sameTransaction, whatItDid } from "../chain/index.ts";
import { versionOf, walletKeys } from "../wallet-keys/index.ts";
import type { Attempt, Subject } from "./attempts.sql.ts";

// Nothing is given up on the word of one node: what the first node shows has to be what the witness shows (docs/adr/0021).

/** What is given back because of this transaction can't be paid by another one, by two answers of the node that agree. */
export async function isNonceUsed(
  node: ChainGateway,
  { nonce }: Attempt,
  transaction: ChainTransaction,
): Promise<boolean> {
  if (!nonce) return true;
  const { nonces } = await node.nonces([nonce.address], transaction.slot);
  return transaction.recentBlockhash === nonce.value && nonces[0]?.value !== nonce.value;
}

/** Returns whether an attempt has landed, for both nodes, as a transaction because of which it is given back. */
export async function agreeThatEnded(
  services: Services,
  attempt: Attempt,
  transaction: ChainTransaction,
): Promise<boolean> {
  const { hot } = await walletKeys(services);
  const { address } = hot[attempt.keys.hot - 1] ?? hot[0];
  const claim = { subject: attempt.signature, says: whatItDid(transaction, address) };
  const agreement = await askWitness(services, claim, async (node) => {
    const testimony = await sameTransaction(node, transaction, address);
    if (testimony !== "agrees" || (await isNonceUsed(node, attempt, transaction))) return testimony;
    return { says: "its nonce is unused" };
  });
  return agreement === "agreed";
}

/** Returns whether an attempt's blockhash has expired, for both nodes, without having landed. */
export async function agreeThatExpired(
  services: Services,
  { signature, lastValidBlockHeight }: Pick<Attempt & { readonly nonce: null }, "signature" | "lastValidBlockHeight">,
): Promise<boolean> {
  const claim = { subject: signature, says: `${signature} never landed` };
  const agreement = await askWitness(services, claim, async (node) => {
    const { slot, height } = await node.finalizedHeight();
    if (height <= lastValidBlockHeight) return "unknown";
    const [status] = await node.statuses([signature], slot);
    return status || (await node.transaction(signature)) ? { says: "it did" } : "agrees";
  });
  return agreement === "agreed";
}

/** Returns whether a nonce account is closed or in other hands, for both nodes. */
export async function agreeThatLost(services: Services, address: string, slot: bigint): Promise<boolean> {
  const keys = await walletKeys(services);
  const claim = { subject: address, says: `${address} is no nonce account of the platform` };
  const agreement = await askWitness(services, claim, async (node) => {
    const { nonces } = await node.nonces([address], slot);
    return versionOf(keys, "nonce", nonces[0]?.authority) === null ? "agrees" : { says: "it is" };
  });
  return agreement === "agreed";
}

/** Returns whether a withdrawal's destination has become a program, for both nodes, so that it is refunded. */
export async function agreeThatProgram(
  services: Services,
  subject: Pick<Subject, "id">,
  destination: string,
): Promise<boolean> {
  const claim = { subject: `withdrawal:${subject.id}`, says: `${destination} is a program` };
  const agreement = await askWitness(services, claim, async (node) =>
    (await node.account(destination))?.executable ? "agrees" : { says: "it isn't" },
  );
  return agreement === "agreed";
}
