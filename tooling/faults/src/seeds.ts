import type { Fault } from "./fault.ts";

/**
 * Guards of money, each taken out once: that a payment is given up only once it can't land, that books find out when they aren't the
 * newest, and that thefts stop payments. The seed finds it.
 */
const guards: readonly (Omit<Fault, "caught"> & { readonly seed: number })[] = [
  {
    id: "payment-given-up-while-unexplained",
    file: "used-nonce.ts",
    find: "if (!used) return stillUnknown(services, attempt);",
    replace: "if (!used) return void (await end(services, attempt, { slot: since } as ChainTransaction));",
    seed: 4,
  },
  {
    id: "restored-books-trusted",
    file: "fence.ts",
    find: `update chain_state set fence = fence + 1, fence_identity = \${row.now}, fence_open = false, fence_since = now(),
                             fence_rounds = rounds_done`,
    replace: `update chain_state set fence_identity = \${row.now}`,
    seed: 1,
  },
  {
    id: "nonces-not-renewed-behind-the-fence",
    file: "fence.ts",
    find: "set fence = fence + 1, fence_identity",
    replace: "set fence_identity",
    seed: 1,
  },
  {
    id: "signed-before-everything-is-read",
    file: "pass-fence.ts",
    find: `return because(isRead ? null : "The hot wallet's history can't be read to its end");`,
    replace: "return because(null);",
    also: {
      file: "withdrawals/sign.ts",
      find: "const isRead = fence.isOpen && (await scanHotWallet(services));",
      replace: "const isRead = fence.isOpen;",
    },
    seed: 2,
  },
  {
    id: "lost-withdrawal-not-recognized",
    file: "recognize.command.ts",
    find: "(await asLostWithdrawal(trx, services, transaction, isLastLook)) ??",
    replace: "",
    seed: 3,
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
    seed: 2,
  },
  {
    id: "given-up-payment-counts-as-known",
    file: "hot-wallet.command.ts",
    find: `where signature = \${signature} and state <> 'EXPIRED')`,
    replace: `where signature = \${signature})`,
    seed: 2,
  },
];

export const seeds: readonly Fault[] = guards.map((guard) => ({
  ...guard,
  caught: "money.seeds.test.ts",
  title: "however two processes",
}));
