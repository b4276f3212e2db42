import { processPayments, publishReserves } from "@bbux/api";
import { createDepositAddresses } from "@bbux/chain";
import type { Random } from "@bbux/db/testing/form";
import { Keypair } from "@solana/web3.js";
import { sql } from "kysely";
import { Outsider } from "../money/outside.ts";
import { JOBS } from "./jobs.ts";
import { SEED } from "./settings.ts";
import type { Universe } from "./universe.ts";

const SOL = 1_000_000_000n;
const HALF = SOL / 2n;
/** Each half a minute after the one before. */
const REPORTS = 4;

/** Someone who has a key takes SOL at the end, when all is settled: payments have to stop. @returns what is wrong, as sentences */
export async function steal(universe: Universe, random: Random): Promise<string[]> {
  const how = random.one([fromHotWallet, givenUpBefore, fromDepositAddress]);
  universe.schedule.trace.push(`* theft ${how.name}`);
  const [{ services }] = universe.processes;
  await how(universe);
  universe.pass(3, 6);
  const [person] = universe.people;
  const destinationAddress = universe.freshAddress();
  if (person) {
    await universe
      .as(person, universe.processes[0])
      .wallet.withdraw({ amount: "0.1", destinationAddress })
      .catch(() => undefined);
  }
  for (let pass = 0; pass < 3; pass++) {
    await processPayments(services);
    universe.pass(3, 6);
  }
  universe.view.follow([destinationAddress]);
  await universe.view.refresh();
  return universe.view.balance(destinationAddress) > 0n ? [`payments go on after a theft ${how.name}`] : [];
}

/** A payment that looks like one of the platform's, but for its note. */
async function fromHotWallet(universe: Universe): Promise<string> {
  const { rows } = await sql<{ address: string }>`
    select address from payment_nonces where state = 'READY' and value is null order by position limit 1`.execute(
    universe.ownerDb,
  );
  const address = rows[0]?.address ?? "";
  const { nonces } = await universe.truth.nonces([address]);
  const { bytes, signature } = universe.wallet.signPayment({
    nonce: { address, value: nonces[0]?.value ?? "" },
    reference: "nobody's",
    priorityFee: 0n,
    to: universe.freshAddress(),
    lamports: HALF,
  });
  await universe.truth.send(bytes);
  return signature;
}

/** A payment that the books have given up as dead, with an alert about it, lands after all. */
async function givenUpBefore(universe: Universe): Promise<void> {
  const signature = await fromHotWallet(universe);
  await sql`
    insert into payment_attempts (created_nonce_id, signature, bytes, last_valid_block_height, lamports, network_fee, state, created_at, updated_at)
    select id, ${signature}, '', 0, 0, 5000, 'EXPIRED', now(), now() from payment_nonces order by position limit 1`.execute(
    universe.ownerDb,
  );
  await sql`
    insert into alerts (kind, subject, detail, created_at, seen_at)
    values ('payment_in_doubt', ${signature}, 'It is said to be unknown', now(), now())`.execute(universe.ownerDb);
}

/** Nothing of it is seen at the hot wallet: only the reserves are short. */
async function fromDepositAddress(universe: Universe): Promise<void> {
  const [person] = universe.people;
  const [{ services }] = universe.processes;
  if (!person) return;
  await universe.pay([{ to: person.address, lamports: SOL }]);
  universe.pass(3, 6);
  await JOBS.watch?.(universe.processes[0]);
  const seed = createDepositAddresses(SEED).seedOf(person.id);
  const thief = new Outsider(Keypair.fromSeed(seed));
  await universe.truth.send(
    thief.pay([{ to: universe.freshAddress(), lamports: HALF }], await universe.truth.latestBlockhash()).bytes,
  );
  for (let report = 0; report < REPORTS; report++) {
    universe.pass(31, 6);
    await JOBS.watch?.(universe.processes[0]);
    await publishReserves(services, 0);
  }
}
