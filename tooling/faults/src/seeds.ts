import type { Fault } from "./fault.ts";

/**
 * Guards of money, each taken out once: that a payment is given up only once it can't land, that books find out when they aren't the
 * newest, and that thefts stop payments. The seed finds it.
 */
const guards: readonly Omit<Fault, "caught">[] = [
  {
    id: "payment-given-up-while-unexplained",
    file: "used-nonce.ts",
    find: "if (!used) return stillUnknown(services, attempt);",
    replace: "if (!used) return void (await end(services, attempt, { slot: since } as ChainTransaction));",
  },
  {
    id: "restored-books-trusted",
    file: "fence.ts",
    find: `update chain_state set fence = fence + 1, fence_identity = \${row.now}, fence_open = false, fence_since = now(),
                             fence_rounds = rounds_done`,
    replace: `update chain_state set fence_identity = \${row.now}`,
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
  },
  {
    id: "lost-withdrawal-not-recognized",
    file: "recognize.command.ts",
    find: "(await asLostWithdrawal(trx, services, transaction, isLastLook)) ??",
    replace: "",
  },
  {
    id: "forgotten-nonce-account-not-recognized",
    file: "recognize.command.ts",
    find: "(await asSweep(trx, services, transaction)) ?? (await asNonce(trx, services, transaction))",
    replace: "(await asSweep(trx, services, transaction))",
  },
  {
    id: "theft-from-the-hot-wallet-stops-nothing",
    file: "hot-wallet.command.ts",
    find: `await stopWithdrawals(services, detail);
  await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });`,
    replace: `await raiseAlert(services, { kind: "unexplained_outflow", subject: signature, detail });`,
  },
  {
    id: "given-up-payment-counts-as-known",
    file: "hot-wallet.command.ts",
    find: `where signature = \${signature} and state <> 'EXPIRED')`,
    replace: `where signature = \${signature})`,
  },
  {
    id: "attempt-replaced-on-another-nonce",
    file: "withdrawals/replace.ts",
    find: "return item && signOnNonce(services, item, { nonce: attempt.nonce, ...terms });",
    replace: `const [other] = await freeNonces(services);
  return item && signOnNonce(services, item, { nonce: other ?? attempt.nonce, ...terms });`,
    also: [
      {
        file: "withdrawals/replace.ts",
        find: `import { priorityFee } from "./priority-fee.ts";`,
        replace: `import { freeNonces } from "./nonces.ts"; import { priorityFee } from "./priority-fee.ts";`,
      },
    ],
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
  },
  {
    id: "payment-given-back-behind-the-fence",
    file: "waiting.sql.ts",
    find: `return rows[0]?.state === "REQUESTED" && (await isFenceOpen(trx));`,
    replace: `return rows[0]?.state === "REQUESTED";`,
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
  },
  {
    id: "sweep-settled-twice",
    file: "withdrawals/subjects.ts",
    find: `select state from sweeps where id = \${id} for no key update\`.execute(
      trx,
    );
    return rows[0]?.state === "OPEN";`,
    replace: `select state from sweeps where id = \${id} for no key update\`.execute(trx);
    return rows.length > 0;`,
    also: [
      { file: "attempts.sql.ts", find: "if (done.numUpdatedRows === 0n) return false;", replace: "" },
      { file: "042_ledger_rules.ts", find: "if new is distinct from old then", replace: "if false then" },
    ],
  },
  {
    id: "nonce-held-twice",
    file: "withdrawals/nonces.ts",
    find: `where id = \${nonce.id} and state = 'READY' and value is null and not exists`,
    replace: `where id = \${nonce.id} and state = 'READY' and not exists`,
  },
  {
    id: "answer-from-before-the-slot-believed",
    file: "rpc-gateway.ts",
    find: "if (minSlot === undefined || slot >= minSlot) return;",
    replace: "if (minSlot === undefined || slot >= 0n) return;",
    also: [{ file: "rpc-gateway.ts", find: "return { minContextSlot: exactNumber(minSlot) };", replace: "return {};" }],
  },
  {
    id: "forgotten-payment-not-recognized",
    file: "recognize.command.ts",
    find: "(await asPayment(trx, services, transaction)) ??",
    replace: "",
  },
  {
    id: "forgotten-sweep-not-recognized",
    file: "recognize.command.ts",
    find: "(await asSweep(trx, services, transaction)) ??",
    replace: "",
  },
  {
    id: "forgotten-move-not-recognized",
    file: "recognize.command.ts",
    find: "(await asColdTransfer(trx, services, transaction)) ??",
    replace: "",
  },
  {
    id: "ids-given-out-again",
    file: "chain/fence.ts",
    find: `await sql\`select skip_ids(\${count})\`.execute(trx);`,
    replace: "",
  },
  {
    id: "deposit-credited-on-one-nodes-word",
    file: "chain/witness.ts",
    find: "if ((shown.changes.get(address) ?? 0n) < services.money.witnessFrom) return",
    replace: "if ((shown.changes.get(address) ?? 0n) >= 0n) return",
  },
  {
    id: "failure-believed-on-one-nodes-word",
    file: "finalize-attempt.ts",
    find: `if (!(await agreeThatEnded(services, attempt, transaction))) return "undecided";`,
    replace: "",
  },
  {
    id: "forgotten-failure-believed-on-one-nodes-word",
    file: "hot-wallet.command.ts",
    find: `if (!(await isSureOfFailure(services, transaction))) return "unread";`,
    replace: "",
  },
  {
    id: "short-reserves-stop-nothing",
    file: "publish.command.ts",
    find: "if (!(await stopWithdrawals(services, detail))) return;",
    replace: "",
  },
  {
    id: "cold-wallets-sol-credited",
    file: "credit.command.ts",
    find: "if (await isFromColdWallet(services.db, transaction)) {",
    replace: 'if ((await isFromColdWallet(services.db, transaction)) && address === "") {',
  },
  {
    id: "signer-signs-for-books-left-behind",
    file: "signer/src/policy.ts",
    find: "if (!fence || !highest || fence.number > highest.number) return null;",
    replace: "if (!fence || !highest || fence.number > 0) return null;",
    also: [
      { file: "chain/fence.ts", find: "if (fence.isOpen) return null;", replace: "if (fence.isOpen) return fence;" },
    ],
  },
  {
    id: "deposit-without-a-payment",
    file: "066_all_transfers_backed.ts",
    find: "if is_backed is not true",
    replace: "if false",
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
  },
  {
    id: "paid-withdrawal-waits-again",
    file: "042_ledger_rules.ts",
    find: "if new is distinct from old then",
    replace: "if false then",
  },
];

export const seeds: readonly Fault[] = guards.map((guard) => ({
  ...guard,
  caught: "money.seeds.test.ts",
  title: "however two processes",
}));
