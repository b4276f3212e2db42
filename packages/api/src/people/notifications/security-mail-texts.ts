import { formatAmount, HOLD_CAUSES, type InterfaceLanguage, WALLET } from "@bbux/contract";
import { momentAlone, translate } from "../../platform/language/index.ts";
import { detailsOf, type EventDetails, textsOf } from "./security-texts.ts";

/** One line of what a mail lists. The label is English, the value in the reader's language. */
export interface MailFact {
  readonly label: string;
  readonly value: string;
  /** Whether every character counts, as in an address of a wallet. */
  readonly isExact?: boolean;
  /** Whether this row is the total of those above. */
  readonly isTotal?: boolean;
}

export interface MailTexts {
  readonly title: string;
  /** The title, shorter where it's in the mail itself. */
  readonly heading: string;
  readonly message: string;
  readonly facts: readonly MailFact[];
}

/** What became of a withdrawal until its mail is written, in base units. */
export interface MailedWithdrawal {
  readonly fee: string;
  readonly net: string;
  readonly isApprovalNeeded: boolean;
}

interface Mailed {
  readonly kind: string;
  readonly details: unknown;
  readonly language: InterfaceLanguage;
  /** Where the mail goes. */
  readonly email: string;
  readonly at: Date;
  readonly device: string | null;
  readonly network: string | null;
  /** Of a requested withdrawal; null if it isn't found. */
  readonly withdrawal?: MailedWithdrawal | null;
}

/** The unit of what is paid, which isn't that of the amount. */
const RATE = "SOL (1 BBUX = 1 SOL)";

/** Says in a mail what happened: in a sentence, and with the facts, which the sentence doesn't repeat, in a list. */
export function mailTextsOf(mailed: Mailed): MailTexts {
  const { kind, details } = mailed;
  const { title, heading = title, message, facts = [] } = { ...textsOf(kind, details), ...ownTexts(mailed) };
  return {
    title,
    heading,
    message,
    facts: [...facts, ...originFacts(mailed)],
  };
}

/** Lists when and where something was done, for a mail about it, in the reader's language. */
export function originFacts({
  at,
  device,
  network,
  language,
}: Pick<Mailed, "at" | "device" | "network" | "language">): readonly MailFact[] {
  return [
    { label: "When", value: momentAlone(at, language) },
    ...(device === null ? [] : [{ label: "Browser", value: translate(language, device) }]),
    // What the platform does itself has none.
    ...(network === null || !/[.:]/.test(network) ? [] : [{ label: "IP address", value: addressesIn(network) }]),
  ];
}

/** Writes a network as its addresses begin: "203.0.113.0/24" is "203.0.113.x", "2001:db8:1:200::/56" is "2001:db8:1:x". */
function addressesIn(network: string): string {
  return network.replace(/\.0\/24$/, ".x").replace(/:[\da-f]+::\/56$/, ":x");
}

/** What mails about a kind say differently from its notification, because they list the facts. */
function ownTexts({ kind, details, language, email, withdrawal = null }: Mailed): Partial<MailTexts> {
  const facts = detailsOf(details);
  switch (kind) {
    case "signed_in":
      return { heading: "New sign-in" };
    case "withdrawal_requested": {
      const { amount = "?", destination = "?", held } = facts;
      const shown = (units: string, unit: string) => `${amountText(units, language)} ${unit}`;
      return {
        message: ["Someone requested a withdrawal from your account.", ...nextTexts(facts, withdrawal)].join(" "),
        facts: [
          { label: "Amount", value: shown(amount, "BBUX") },
          ...(withdrawal === null
            ? []
            : [
                { label: "Fee", value: shown(formatAmount(BigInt(withdrawal.fee)), "BBUX") },
                {
                  label: "Recipient gets",
                  value: shown(formatAmount(BigInt(withdrawal.net)), RATE),
                  isTotal: true,
                },
              ]),
          { label: "To", value: destination, isExact: true },
          ...(held?.until ? [{ label: "On hold until", value: momentAlone(new Date(held.until), language) }] : []),
        ],
      };
    }
    case "email_changed":
      return {
        heading: "Email address changed",
        message: "Someone changed the email address of your account.",
        facts: [
          // A mail about a change that can be undone goes to the address before.
          ...(facts.change === undefined ? [] : [{ label: "Old address", value: email }]),
          ...(facts.email === undefined
            ? []
            : [{ label: "New address", value: translate(language, `${facts.email} (partly hidden)`) }]),
        ],
      };
    // What to do about it follows.
    case "account_frozen":
      return {
        heading: "Your account is frozen",
        message:
          "You, or someone with access to your account or email, froze it. All devices were signed out, and withdrawals are on hold.",
      };
    default:
      return {};
  }
}

/** Writes an amount with 2 to 4 decimals, as lists have it: never more than it is. */
function amountText(amount: string, language: InterfaceLanguage): string {
  const value = Number(amount);
  if (Number.isNaN(value)) return amount;
  const decimals = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: WALLET.decimals,
    roundingMode: "trunc",
    useGrouping: "always",
  });
  const least = 10 ** -WALLET.decimals;
  return value > 0 && value < least ? `<${decimals.format(least)}` : decimals.format(value);
}

/** What happens to a withdrawal next. */
function nextTexts({ held }: EventDetails, withdrawal: MailedWithdrawal | null): readonly string[] {
  if (!held && withdrawal?.isApprovalNeeded) return ["It will be sent once two admins approve it."];
  if (!held) return ["It's usually sent within a minute. After that, it can't be undone."];
  const why = `It's on hold because ${HOLD_CAUSES[held.cause]}.`;
  return held.until === null ? [why] : [why, "You can cancel it in your wallet until the hold ends."];
}
