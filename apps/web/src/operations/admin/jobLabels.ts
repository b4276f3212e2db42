const JOB_LABELS: Readonly<Record<string, string>> = {
  withdrawals: "Withdrawals",
  "password-reset-mail": "Password reset emails",
  "password-changed-mail": "Emails about changed passwords",
  "email-verification-mail": "Confirmation emails",
  "email-change-mail": "Emails about changed addresses",
  "failed-sign-ins": "Warnings about failed sign-ins",
  "wrong-codes": "Warnings about wrong codes",
  "security-mails": "Security emails",
  "ledger-roll-up": "Ledger roll-up",
  "watch-reserves-report": "Check of the reserve report",
  "watch-backup": "Check of the backup",
  "learn-words": "Search vocabulary",
  "bounty-expiring": "Reminders of ending bounties",
  "notify-settlements": "Notices before bounties are paid by votes",
  "settle-bounties": "Settlement of ended bounties",
  "close-proposals": "Closing of ended proposals",
  "decide-refunds": "Refund decisions",
  "pay-rewards": "Daily rewards",
  "remove-expired": "Removal of expired data",
  "clear-uploads": "Removal of unused files",
  "publish-checkpoint": "Daily checkpoint of the log",
  "cosign-checkpoint": "Signatures of witnesses",
  "close-accounts": "Account closings",
  "mail-digest": "Email digests",
};

/** Says what a job does; one that is unknown here, of a newer server, by its own name. */
export function jobLabel(name: string): string {
  return JOB_LABELS[name] ?? name;
}
