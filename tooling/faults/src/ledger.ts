import type { Fault } from "./fault.ts";

/** Books that are wrong, or that can be made wrong. */
export const ledger: readonly Fault[] = [
  {
    id: "fee-taken-out-of-the-bounty",
    file: "bounty.ts",
    find: `{ account: "member", owner: member, amount: -(amount + fee) },
      { account: "escrow", owner: escrow, amount },`,
    replace: `{ account: "member", owner: member, amount: -amount },
      { account: "escrow", owner: escrow, amount: amount - fee },`,
    caught: "post.test.ts",
  },
  {
    id: "reserved-network-fee-not-given-back",
    file: "withdraw.ts",
    find: `{ account: "external", owner: EXTERNAL_OWNER, amount: netAmount + taken },
      { account: "treasury", owner: TREASURY_OWNER, amount: fee },
      { account: "equity", owner: EQUITY_OWNER, amount: reserved - taken },`,
    replace: `{ account: "external", owner: EXTERNAL_OWNER, amount: netAmount + reserved },
      { account: "treasury", owner: TREASURY_OWNER, amount: fee },`,
    caught: "ledger/src/transparency.test.ts",
  },
  {
    id: "ledger-key-ignored",
    file: "post.ts",
    find: `transfer.idempotencyKey === undefined ? sql\`\${\`\${kind}:\`} || \${text(cause)}\` : text(transfer.idempotencyKey);`,
    replace: `sql\`\${\`\${kind}:\`} || \${text(cause)}\`;`,
    caught: "post.test.ts",
  },
  {
    id: "replay-of-another-amount",
    file: "functions.ts",
    find: `select l.kind, l.owner, l.amount, l.line
             from unnest(p_account_kinds, p_owners, p_amounts) with ordinality as l (kind, owner, amount, line)
           except
           select a.kind, a.owner, e.amount, e.line`,
    replace: `select l.kind, l.owner, l.line
             from unnest(p_account_kinds, p_owners, p_amounts) with ordinality as l (kind, owner, amount, line)
           except
           select a.kind, a.owner, e.line`,
    caught: "post.test.ts",
  },
  {
    id: "accounts-locked-in-the-order-of-legs",
    file: "042_ledger_rules.ts",
    find: "order by l.account_id;",
    replace: "order by l.line;",
    caught: "races.test.ts",
  },
  {
    id: "treasury-spent-without-looking",
    file: "guards.ts",
    find: "where s.account_id = new.account_id and (new.amount > 0 or s.may_overdraw);",
    replace: "where s.account_id = new.account_id;",
    caught: "races.test.ts",
  },
  {
    id: "entries-can-be-rewritten",
    file: "guards.ts",
    find: `for (const table of ["ledger_transfers", "ledger_entries"]) {`,
    replace: `for (const table of ["ledger_transfers"]) {`,
    caught: "guards.test.ts",
  },
  {
    id: "unbalanced-transfer-committed",
    file: "guards.ts",
    find: "if found_lines <> new.lines or found_lines < 2 or total <> 0 then",
    replace: "if found_lines <> new.lines or found_lines < 2 then",
    caught: "guards.test.ts",
  },
  {
    id: "app-may-write-accounts",
    file: "010_ledger.ts",
    find: `ledger_pending, ledger_balances
    to bbux_app
  \`.execute(db);`,
    replace: `ledger_pending, ledger_balances
    to bbux_app
  \`.execute(db);
  await sql\`grant insert, update on ledger_accounts to bbux_app\`.execute(db);`,
    // Or nothing would start.
    also: [
      { file: "db/src/logins.check.ts", find: `["ledger_accounts", "ledger_entries"`, replace: `["ledger_entries"` },
    ],
    caught: "guards.test.ts",
  },
  {
    id: "roll-up-keeps-what-it-added",
    file: "functions.ts",
    find: `delete from public.ledger_pending p where p_account is null or p.account_id = p_account
        returning p.account_id, p.amount`,
    replace: `select p.account_id, p.amount from public.ledger_pending p where p_account is null or p.account_id = p_account`,
    caught: "rollup.test.ts",
  },
  {
    id: "statement-page-skips-a-line",
    file: "statement.ts",
    find: "rows.length > limit ? page.at(-1)?.version : undefined",
    replace: "rows.length > limit ? rows.at(-1)?.version : undefined",
    caught: "ledger/src/statement.test.ts",
  },
  {
    id: "audit-overlooks-transfers-without-entries",
    file: "audit.ts",
    find: "from ledger_transfers t left join per_transfer p on p.transfer_id = t.id",
    replace: "from ledger_transfers t join per_transfer p on p.transfer_id = t.id",
    caught: "audit.test.ts",
  },
  {
    id: "hash-leaves-the-subject-out",
    file: "log.ts",
    find: `|| E'\\n' || l.subject || E'\\n' || l.description || E'\\n'`,
    replace: `|| E'\\n' || E'\\n' || l.description || E'\\n'`,
    caught: "transparency.seal.test.ts",
  },
  {
    id: "log-sealed-in-the-order-of-ids",
    file: "log.ts",
    find: "from public.transparency_pending p order by p.id limit p_limit loop",
    replace: "from public.transparency_pending p order by p.transfer_id limit p_limit loop",
    caught: "transparency.seal.test.ts",
  },
  {
    id: "fee-logged-twice",
    file: "048_log_references.ts",
    find: "changes := jsonb_build_object('member', (-moved)::text, 'escrow', moved::text);",
    replace: "changes := jsonb_build_object('member', (-moved - fee)::text, 'escrow', moved::text);",
    caught: "ledger/src/transparency.test.ts",
  },
];
