import type { Fault } from "./fault.ts";

/** What members see and what their browser sends. */
export const web: readonly Fault[] = [
  {
    id: "new-key-for-each-try",
    file: "intent.ts",
    find: "if (body !== this.#body) {",
    replace: `if (body !== this.#body || this.#key !== "") {`,
    caught: "intent.test.ts",
  },
  {
    id: "clicks-overtake-each-other",
    file: "latestWins.ts",
    find: "if (!this.#running) void this.#run();",
    replace: "void this.#run();",
    caught: "latestWins.test.ts",
  },
  {
    id: "sign-in-leads-to-another-site",
    file: "redirect.ts",
    find: `url.pathname.startsWith("//") ||`,
    replace: "",
    caught: "redirect.test.ts",
  },
  {
    id: "max-ignores-the-daily-limit",
    file: "wallet/amounts.ts",
    find: "return balance < dailyLeft ? balance : dailyLeft;",
    replace: "return balance;",
    caught: "wallet/amounts.test.ts",
  },
  {
    id: "receipt-forgets-the-fee",
    file: "receipt.ts",
    find: "const balanceAfter = balance - total;",
    replace: "const balanceAfter = balance - amount;",
    caught: "receipt.test.ts",
  },
  {
    id: "thousand-sent-as-one",
    file: "Amount.typed.ts",
    find: "if (isAmbiguous(text)) return null; const last",
    replace: "const last",
    caught: "Amount.typed.test.ts",
  },
  {
    id: "wallet-not-read-again-after-a-failure",
    file: "directDeposit.ts",
    find: `world.reload();
    onPhase("failed");`,
    replace: `onPhase("failed");`,
    caught: "directDeposit.test.ts",
  },
  {
    id: "next-member-sees-what-was-fetched",
    file: "lib/session.ts",
    find: "if (other) void queryClient.resetQueries(); else void queryClient.invalidateQueries();",
    replace: "if (!other) void queryClient.invalidateQueries();",
    caught: "session.test.ts",
  },
  {
    id: "typing-error-in-a-new-password",
    file: "accounts/rules.ts",
    find: "if (values.newPassword !== values.confirmPassword) {",
    replace: `if (values.confirmPassword === "") {`,
    caught: "accounts/rules.test.ts",
  },
  {
    id: "link-runs-a-script",
    file: "markdown/src/urls.ts",
    find: "return protocol !== null && LINK_PROTOCOLS.has(protocol) ? url : null;",
    replace: "return protocol !== null ? url : null;",
    caught: "Markdown.test.tsx",
  },
  {
    id: "news-of-a-room-compared-as-text",
    file: "roomState.ts",
    find: "const difference = BigInt(a) - BigInt(b); return difference > 0n ? 1 : difference < 0n ? -1 : 0;",
    replace: "return a > b ? 1 : a < b ? -1 : 0;",
    caught: "roomState.test.ts",
  },
  {
    id: "form-sent-twice",
    file: "SubmitButton.tsx",
    find: "onClick={(event) => isOff && event.preventDefault()}",
    replace: "",
    caught: "SubmitButton.test.tsx",
  },
];
