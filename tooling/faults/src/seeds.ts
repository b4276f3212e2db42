import type { Fault } from "./fault.ts";

/**
 * Guards of money, each taken out once: that a payment is given up only once it can't land, that books find out when they aren't the
 * newest and recognize what they have forgotten, and that thefts stop payments. The seed finds it.
 */
const guards: readonly (Omit<Fault, "caught"> & { readonly seed: number })[] = [
  {
    id: "payment-given-up-while-unexplained",
    file: "used-nonce.ts",
    find: "if (!used) return stillUnknown(services, attempt);",
    replace: "if (!used) return void (await end(services, attempt, { slot: since } as ChainTransaction));",
    seed: 256,
  },
  {
    id: "restored-books-trusted",
    file: "fence.ts",
    find: `update chain_state set fence = fence + 1, fence_identity = \${row.now}, fence_open = false, fence_since = now(),
                             fence_rounds = rounds_done`,
    replace: `update chain_state set fence_identity = \${row.now}`,
    seed: 4,
  },
  {
    id: "nonces-not-renewed-behind-the-fence",
    file: "fence.ts",
    find: "set fence = fence + 1, fence_identity",
    replace: "set fence_identity",
    // Books go past the newest that the signer has seen, too.
    also: [
      {
        file: "fence.ts",
        find: `set fence = \${newest.number + 1}`,
        replace: `set fence = \${newest.number}`,
      },
    ],
    seed: 3,
  },
  {
    id: "signed-before-everything-is-read",
    file: "pass-fence.ts",
    find: `return because(isRead ? null : "The hot wallet's history can't be read to its end");`,
    replace: "return because(null);",
    also: [
      {
        file: "withdrawals/sign.ts",
        find: "const isRead = fence.isOpen && (await scanHotWallet(services));",
        replace: "const isRead = fence.isOpen;",
      },
    ],
    seed: 10,
  },
  {
    id: "lost-withdrawal-not-recognized",
    file: "recognize.command.ts",
    find: "(await asLostWithdrawal(trx, services, transaction, isLastLook)) ??",
    replace: "",
    seed: 5,
  },
  {
    id: "forgotten-nonce-account-not-recognized",
    file: "recognize.command.ts",
    find: "(await asSweep(trx, services, transaction)) ?? (await asNonce(trx, services, transaction))",
    replace: "(await asSweep(trx, services, transaction))",
    seed: 3,
  },
  {
    id: "theft-from-the-hot-wallet-stops-nothing",
    file: "hot-wallet.command.ts",
    find: `await stopWithdrawals(services, detail);
  await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });`,
    replace: `await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });`,
    seed: 10,
  },
  {
    id: "given-up-payment-counts-as-known",
    file: "hot-wallet.command.ts",
    find: `where signature = \${signature} and state <> 'EXPIRED')`,
    replace: `where signature = \${signature})`,
    seed: 97,
  },
  {
    id: "attempt-replaced-on-another-nonce",
    file: "withdrawals/replace.ts",
    find: "return item && signOnNonce(services, item, terms);",
    replace: `const [other] = await freeNonces(services);
  return item && signOnNonce(services, item, { ...terms, nonce: other ?? terms.nonce });`,
    also: [
      {
        file: "withdrawals/replace.ts",
        find: `import { priorityFee } from "./priority-fee.ts";`,
        replace: `import { freeNonces } from "./nonces.ts"; import { priorityFee } from "./priority-fee.ts";`,
      },
    ],
    seed: 12,
  },
  {
    id: "signed-payment-given-back",
    file: "refund-canceled.ts",
    find: `.where("state", "=", "REQUESTED")`,
    replace: `.where("state", "in", ["REQUESTED", "SIGNED", "SENT"])`,
    also: [
      {
        file: "refund-canceled.ts",
        find: `if (!(await isUnsigned(trx, { kind: "withdrawal", id }))) return;`,
        replace: "",
      },
    ],
    seed: 12,
  },
  {
    id: "payment-given-back-behind-the-fence",
    file: "waiting.sql.ts",
    find: `return rows[0]?.state === "REQUESTED" && (await isFenceOpen(trx));`,
    replace: `return rows[0]?.state === "REQUESTED";`,
    seed: 34,
  },
  {
    id: "forgotten-payment-not-recognized",
    file: "recognize.command.ts",
    find: "(await asPayment(trx, services, transaction)) ??",
    replace: "",
    seed: 6,
  },
  {
    id: "forgotten-sweep-not-recognized",
    file: "recognize.command.ts",
    find: "(await asSweep(trx, services, transaction)) ??",
    replace: "",
    seed: 9,
  },
  {
    id: "forgotten-move-not-recognized",
    file: "recognize.command.ts",
    find: "(await asColdTransfer(trx, services, transaction)) ??",
    replace: "",
    seed: 4,
  },
  {
    id: "ids-given-out-again",
    file: "chain/fence.ts",
    find: `await sql\`select skip_ids(\${count})\`.execute(trx);`,
    replace: "",
    seed: 18,
  },
  {
    id: "forgotten-failure-believed-on-one-nodes-word",
    file: "hot-wallet.command.ts",
    find: `if (!(await isSureOfFailure(services, transaction))) return "unread";`,
    replace: "",
    seed: 21,
  },
];

export const seeds: readonly Fault[] = guards.map((guard) => ({
  ...guard,
  caught: "money.seeds.test.ts",
  title: "however two processes",
}));
