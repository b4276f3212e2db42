import { auditReserves, type KeyPurpose, type Rotated, rotateWalletKey, walletKeys } from "@bbux/api/operator";
import { sql } from "kysely";
import { Crash, drive, held, type MoneyWorld, sound } from "./wallet.support.ts";

/** Runs the operator's command beside the platform. */
export function rotate(world: MoneyWorld, purpose: KeyPurpose, reason: string): Promise<Rotated> {
  const { signerControl } = world.t;
  const ask = { hot: signerControl.rotateHot, nonce: signerControl.rotateNonce }[purpose];
  return rotateWalletKey(world.services, purpose, async (request) => ask({ ...request, reason }));
}

/** States of the keys by version, from 2. */
export async function statesOf({ services }: MoneyWorld, purpose: KeyPurpose): Promise<string[]> {
  return (await walletKeys(services))[purpose].slice(1).map(({ state }) => state);
}

/** What each hot wallet holds, by version. */
export async function heldByAll(world: MoneyWorld): Promise<bigint[]> {
  const { hot } = await walletKeys(world.services);
  return Promise.all(hot.map(({ address }) => held(world, address)));
}

/** Keys that signed a withdrawal's transactions, as `hot/nonce`, in order. */
export async function keysOf({ t }: MoneyWorld, withdrawal: string): Promise<string[]> {
  const { rows } = await sql<{ keys: string }>`
    select hot_version || '/' || nonce_version as keys from payment_attempts
     where withdrawal_id = ${withdrawal} order by keys`.execute(t.database.ownerDb);
  return rows.map(({ keys }) => keys);
}

/** Landed transactions of the keys, as `purpose from>to`, in order. */
export async function movesOf({ t }: MoneyWorld, to: number): Promise<string[]> {
  const { rows } = await sql<{ move: string }>`
    select m.purpose || ' ' || from_version || '>' || to_version as move from key_moves m join payment_attempts p using (signature)
     where p.state = 'CANCELED' and m.to_version = ${to} order by move`.execute(t.database.ownerDb);
  return rows.map(({ move }) => move);
}

/** Processes payments until the armed failpoint ends the worker. */
export async function untilCrash(world: MoneyWorld): Promise<void> {
  for (let pass = 0; pass < 200; pass++) {
    const isOver = await drive(world).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof Crash)) throw error;
        return true;
      },
    );
    if (isOver) return;
  }
  throw new Error("The failpoint isn't passed");
}

/** Everything that an audit finds, read in full. */
export async function findings(world: MoneyWorld): Promise<string[]> {
  const { problems } = await auditReserves({ ...world.services, chain: world.truth }, { deep: true, pauseMs: 20 });
  return problems.map(({ finding, subject, detail }) => `${finding} ${subject}: ${detail}`);
}

/** Books, chain and the signer's record agree. */
export async function agree(world: MoneyWorld): Promise<string[]> {
  await sound(world);
  return findings(world);
}
