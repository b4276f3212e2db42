import type { Fault } from "./fault.ts";

/**
 * Guards of money, each taken out once: that a payment is given up only once it can't land, that books find out when they aren't the
 * newest and recognize what they have forgotten, that no node is believed alone, that thefts stop payments, and that the database refuses
 * what isn't legal. The seed finds it.
 */
const guards: readonly (Omit<Fault, "caught"> & { readonly seed: number })[] = [
  {
    id: "payment-given-up-while-unexplained",
    file: "used-nonce.ts",
    find: "if (!found) return stillUnknown(services, attempt);",
    replace: "if (!found) return void (await end(services, attempt, { slot: since } as ChainTransaction));",
    seed: 33,
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
    // Books go past the newest that the signer has seen, too.
    also: [
      {
        file: "fence.ts",
        find: "const next = newest.number + 1;",
        replace: "const next = newest.number;",
      },
    ],
    seed: 1,
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
    seed: 19,
  },
  {
    id: "lost-withdrawal-not-recognized",
    file: "recognize.command.ts",
    find: "(await asLostWithdrawal(trx, effects, { services, transaction, look })) ??",
    replace: "",
    seed: 23,
  },
  {
    id: "forgotten-nonce-account-not-recognized",
    file: "recognize.command.ts",
    find: "(await asSweep(trx, services, transaction)) ?? (await asNonce(trx, services, transaction))",
    replace: "(await asSweep(trx, services, transaction))",
    seed: 14,
  },
  {
    id: "theft-from-the-hot-wallet-stops-nothing",
    file: "hot-wallet.command.ts",
    find: `await stopWithdrawals(services, detail);
  await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });`,
    replace: `await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });`,
    seed: 25,
  },
  {
    id: "given-up-payment-counts-as-known",
    file: "hot-wallet.command.ts",
    find: `where signature = \${signature} and state <> 'EXPIRED')`,
    replace: `where signature = \${signature})`,
    seed: 19,
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
    seed: 30,
  },
  {
    id: "signed-payment-given-back",
    file: "refund-canceled.ts",
    find: `.where("state", "=", "REQUESTED")`,
    replace: `.where("state", "in", ["REQUESTED", "SIGNED", "SENT"])`,
    also: [
      {
        file: "refund-canceled.ts",
        find: `if (!(await isUnsigned(trx, { kind: "withdrawal", id }))) return false;`,
        replace: "",
      },
    ],
    seed: 8,
  },
  {
    id: "payment-given-back-behind-the-fence",
    file: "waiting.sql.ts",
    find: `return rows[0]?.state === "REQUESTED" && (await isFenceOpen(trx));`,
    replace: `return rows[0]?.state === "REQUESTED";`,
    seed: 8,
  },
  {
    id: "forgotten-payment-not-recognized",
    file: "recognize.command.ts",
    find: "(await asPayment(trx, services, transaction)) ??",
    replace: "",
    seed: 1,
  },
  {
    id: "forgotten-sweep-not-recognized",
    file: "recognize.command.ts",
    find: "(await asSweep(trx, services, transaction)) ??",
    replace: "",
    seed: 6,
  },
  {
    id: "forgotten-move-not-recognized",
    file: "recognize.command.ts",
    find: "(await asColdTransfer(trx, services, transaction)) ??",
    replace: "",
    seed: 16,
  },
  {
    id: "ids-given-out-again",
    file: "chain/fence.ts",
    find: `await sql\`select skip_ids(\${count})\`.execute(trx);`,
    replace: "",
    seed: 5,
  },
  {
    id: "sweep-given-up-though-another-worker-sent-it",
    file: "pay-out.ts",
    find: "if (!(await isWaiting(trx, subject)) || !(await isHeld(trx, hold))) return;",
    replace: "",
    seed: 2,
  },
  {
    id: "deposit-credited-twice",
    file: "credit.command.ts",
    find: "if (earlier) return { credit: earlier, unclaimed: false };",
    replace: "",
    also: [
      {
        file: "026_wallet.ts",
        find: "transfer_id bigint not null unique references",
        replace: "transfer_id bigint not null references",
      },
      {
        file: "026_wallet.ts",
        find: "constraint deposits_once unique (signature, address)",
        replace: "constraint deposits_once unique (signature, address, id)",
      },
    ],
    seed: 9,
  },
  {
    id: "deposit-credited-on-one-nodes-word",
    file: "chain/witness.ts",
    find: "if ((shown.changes.get(address) ?? 0n) < services.money.witnessFrom) return",
    replace: "if ((shown.changes.get(address) ?? 0n) >= 0n) return",
    seed: 45,
  },
  {
    id: "failure-believed-on-one-nodes-word",
    file: "finalize-attempt.ts",
    find: `if (!(await agreeThatEnded(services, attempt, transaction))) return "undecided";`,
    replace: "",
    seed: 15,
  },
  {
    id: "short-reserves-stop-nothing",
    file: "publish.command.ts",
    find: "if (!(await stopWithdrawals(services, detail))) return;",
    replace: "",
    seed: 41,
  },
  {
    id: "own-alert-counts-as-known",
    file: "hot-wallet.command.ts",
    find: `kind = 'unexplained_outflow' and subject =`,
    replace: "subject =",
    seed: 19,
  },
  {
    id: "history-read-before-a-replica-took-over",
    file: "hot-wallet/history.ts",
    find: `where hot_slot <= \${slot.toString()}::bigint and books_identity() = \${books} returning 1`,
    replace: `where hot_slot <= \${slot.toString()}::bigint returning 1`,
    seed: 66,
  },
  {
    id: "forgotten-deposits-not-awaited",
    file: "pass-fence.ts",
    find: `if (fence.number > 1 && !isRoundDone) return because("Not all addresses have been read since");`,
    replace: "",
    seed: 23,
  },
  {
    id: "forgotten-failed-sweep-not-recognized",
    file: "recognize.command.ts",
    find: "noteIn(services, transaction) !== null || (await sweptWallet(trx, transaction)) !== null;",
    replace: "noteIn(services, transaction) !== null;",
    seed: 31,
  },
  {
    id: "deposit-without-a-payment",
    file: "066_all_transfers_backed.ts",
    find: "if is_backed is not true",
    replace: "if false",
    seed: 7,
  },
  {
    id: "illegal-legs-posted",
    file: "042_ledger_rules.ts",
    find: "if p_account_kinds[i] <> all (case when p_amounts[i] < 0 then debited else credited end) then",
    replace: "if false then",
    also: [
      {
        file: "066_all_transfers_backed.ts",
        find: "if is_backed is not true",
        replace: "if is_backed is not true and new.kind <> 'bounty_paid'",
      },
    ],
    seed: 8,
  },
  {
    id: "paid-withdrawal-waits-again",
    file: "042_ledger_rules.ts",
    find: "if new is distinct from old then",
    replace: "if false then",
    seed: 166,
  },
  {
    id: "signer-not-told-before-a-new-member",
    file: "money/chain/fence.ts",
    find: "await services.signer.noteFence({ number: fence.number, identity: fence.identity });",
    replace: "",
    seed: 722_317_396,
  },
  {
    id: "later-renewal-taken-for-what-used-a-nonce",
    file: "used-nonce.ts",
    find: "const namesIt = transaction?.recentBlockhash === nonce.value;",
    replace: "const namesIt = true;",
    seed: 33,
  },
  {
    id: "explained-refusal-left-open",
    file: "finalize-attempt.ts",
    find: 'if (subject.kind === "withdrawal") await closeRefusal(services, subject.id);',
    replace: "",
    seed: 38_382_731,
  },
  {
    id: "explained-doubt-left-open",
    file: "used-nonce.ts",
    find: `  });
  await closeDoubts(services, attempt);`,
    replace: "  });",
    seed: 1_160_337_420,
  },
];

export const seeds: readonly Fault[] = guards.map((guard) => ({
  ...guard,
  caught: "money.seeds.test.ts",
  title: "however two processes",
}));
