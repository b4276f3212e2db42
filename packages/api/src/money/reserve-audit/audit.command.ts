import { setTimeout as sleep } from "node:timers/promises";
import type { Signer, WalletView } from "@bbux/chain";
import type { Database } from "@bbux/db";
import type { AccountKind } from "@bbux/ledger";
import { payerKey, type WalletKeys, walletKeys } from "../wallet-keys/index.ts";
import { auditAddresses } from "./addresses.ts";
import { auditBooks } from "./books.ts";
import { auditColdWallets } from "./cold-wallets.ts";
import { Findings, type Problem } from "./findings.ts";
import { auditHotWallet } from "./hot-wallet.ts";
import { auditCheckpoints } from "./log.ts";
import { auditNotes } from "./notes.ts";
import { type Asked, patient } from "./patient.ts";
import { auditSignatures } from "./signatures.ts";
import { auditRecord } from "./signer-record.ts";
import { auditWalletKeys } from "./wallet-keys.ts";

export interface AuditOptions {
  /** Reads every transaction in full instead of only the latest, and the signer's record. */
  readonly deep?: boolean;
  /** How many of the latest transactions are read in full. */
  readonly inFull?: number;
  /** Waits for its turn within a budget of calls. */
  readonly pace?: () => Promise<void>;
  /** Between two checks of a difference. */
  readonly pauseMs?: number;
}

/** Amounts in base units, which are lamports. */
export interface ReserveAudit {
  /** At most 100 of each kind. Empty when books and chain agree. */
  readonly problems: readonly Problem[];
  /** The number of all problems. */
  readonly total: number;
  readonly checked: { readonly addresses: number; readonly transactions: number; readonly inFull: number };
  /** Null when it wasn't measured, because the chain or the wallet is the wrong one. */
  readonly money: {
    /** What is owed, by kind of account. */
    readonly totals: Readonly<Partial<Record<AccountKind, bigint>>>;
    readonly owed: bigint;
    readonly hotWallet: { readonly address: string; readonly lamports: bigint };
    /** In wallets whose keys are kept offline. */
    readonly coldWallets: bigint;
    readonly onChain: bigint;
    readonly arriving: bigint;
    readonly leaving: bigint;
    /** On the chain, less what is owed; signed. */
    readonly difference: bigint;
    /** The difference, less what is in flight; signed. Should be 0. */
    readonly unexplained: bigint;
  } | null;
}

const PAUSE_MS = 1_000;
const IN_FULL = 1_000;

/**
 * Audits the whole ledger against the chain and reports every difference. Reads only, in pages, while the platform
 * keeps running: differences are checked again before they become findings, and payments in progress count as in
 * flight.
 * @throws ChainError when the chain can't be reached
 */
export async function auditReserves(
  services: {
    readonly db: Database;
    readonly chain: Asked;
    readonly platformWallet: WalletView;
    readonly signer: Pick<Signer, "addressesOf" | "keys" | "record">;
    databaseNow(): Promise<Date>;
  },
  { deep = false, inFull = IN_FULL, pace = async () => undefined, pauseMs = PAUSE_MS }: AuditOptions = {},
): Promise<ReserveAudit> {
  const { db, platformWallet, signer } = services;
  const chain = patient(services.chain, pace);
  const findings = new Findings();
  const pause = () => sleep(pauseMs);
  const state = await db.selectFrom("chain_state").selectAll().executeTakeFirstOrThrow();
  await checkWhose(findings, state, chain, platformWallet);
  const isForeign = findings.total > 0;
  await auditBooks(db, findings, { now: await services.databaseNow(), pause });
  if (!isForeign) await auditCheckpoints(db, findings, platformWallet);
  for (const problem of await auditNotes(db)) findings.add(problem);
  const end = (rest: Pick<ReserveAudit, "checked" | "money">): ReserveAudit => {
    return { problems: findings.named, total: findings.total, ...rest };
  };
  // On another chain nothing would agree, which would say nothing about the books.
  if (isForeign) return end({ checked: { addresses: 0, transactions: 0, inFull: 0 }, money: null });
  const keys = await walletKeys(services);
  const shared = { db, chain, findings, pause };
  await auditWalletKeys({ ...shared, signer, keys, isDeep: deep });
  const signatures = await auditSignatures({
    ...shared,
    keys,
    latest: deep ? null : inFull,
  });
  if (deep) await auditRecord({ ...shared, signer });
  const roundFinishedAt = state.round_finished_at;
  const addresses = await auditAddresses({ ...shared, signer, roundFinishedAt });
  const hot = await auditHotWallet({ ...shared, addresses: [platformWallet.address, ...laterAddresses(keys)] });
  const cold = await auditColdWallets(shared);
  const arriving = addresses.arriving + cold.arriving + hot.arriving;
  const unexplained = addresses.unexplained + cold.unexplained + hot.unexplained;
  // Each place was compared with the books at the same moment, so the sum of the differences is exactly what is in
  // flight.
  const difference = arriving - hot.leaving + unexplained;
  const { totals, owed, leaving } = hot;
  return end({
    checked: { addresses: addresses.count, transactions: signatures.known, inFull: signatures.inFull },
    money: {
      totals,
      owed,
      arriving,
      leaving,
      difference,
      unexplained,
      onChain: owed + difference,
      coldWallets: cold.onChain,
      hotWallet: { address: payerKey(keys).address, lamports: hot.onChain },
    },
  });
}

const laterAddresses = ({ hot }: WalletKeys) => hot.slice(1).map(({ address }) => address);

async function checkWhose(
  findings: Findings,
  { genesis_hash, hot_address }: { readonly genesis_hash: string | null; readonly hot_address: string | null },
  chain: Asked,
  { address }: WalletView,
): Promise<void> {
  const genesis = await chain.genesisHash();
  if (genesis_hash !== null && genesis_hash !== genesis) {
    const detail = `the books were kept on another one: ${genesis_hash}`;
    findings.add({ finding: "WRONG_CHAIN", subject: genesis, detail });
  }
  if (hot_address !== null && hot_address !== address) {
    const detail = `the books were kept with the wallet ${hot_address}`;
    findings.add({ finding: "WRONG_WALLET", subject: address, detail });
  }
}
