import * as contract from "@bbux/contract";
import { formatAmount, formatParameter, PARAMETER_NAMES, PARAMETERS } from "@bbux/contract";
import { MEMBER_VALUES } from "./values.members.ts";

/*
 * What double braces in a page can contain: names of contract constants, and a few values composed here. A change of the contract
 * changes the prose with it. Never a secret, because pages are public.
 */

/** Contract constants that prose may name with a path: `{{REFUNDS.votingHours}}`. */
const OPEN = {
  ALLOW_LIST: contract.ALLOW_LIST,
  APP: contract.APP,
  BOUNTY: contract.BOUNTY,
  CHAT: contract.CHAT,
  ESTABLISHED: contract.ESTABLISHED,
  GIFS: contract.GIFS,
  GOVERNANCE: contract.GOVERNANCE,
  LIMITS: contract.LIMITS,
  LIST_CUT: contract.LIST_CUT,
  MAX_BATCH: contract.MAX_BATCH,
  MODERATION: contract.MODERATION,
  PROPOSALS: contract.PROPOSALS,
  RATE_LIMITS: contract.RATE_LIMITS,
  REFUNDS: contract.REFUNDS,
  REPUTATION: contract.REPUTATION,
  REPUTATION_RULES: contract.REPUTATION_RULES,
  REVIEWS: contract.REVIEWS,
  SECOND_FACTOR: contract.SECOND_FACTOR,
  SESSION: contract.SESSION,
  SECURITY: contract.SECURITY,
  STAFF_FREEZE: contract.STAFF_FREEZE,
  TAG_PROPOSALS: contract.TAG_PROPOSALS,
  SETTLEMENT: contract.SETTLEMENT,
  TIES: contract.TIES,
  TRANSPARENCY: contract.TRANSPARENCY,
  UPLOADS: contract.UPLOADS,
  WALLET: contract.WALLET,
} as const;

/** Amounts in base units are distinguished from other big integers by their path. */
const AMOUNTS = /^(BOUNTY\.|WALLET\.|GOVERNANCE\.maxStake)/;
/** Sizes in bytes, shown in MB like in the app. */
const BYTES = /^UPLOADS\.(image|video|picture|perDay\.bytes)$/;

const megabytes = (bytes: number) => (bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} GB` : `${bytes / 1024 ** 2} MB`);
const points = (value: number) => (value > 0 ? `+${value}` : `${value}`.replace("-", "−"));

function shown(path: string, value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "bigint") return AMOUNTS.test(path) ? `${grouped(formatAmount(value))} BBUX` : value.toString();
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  if (BYTES.test(path)) return megabytes(value);
  if (path.startsWith("REPUTATION.")) return points(value);
  return value.toLocaleString("en-US");
}

/** `1000.5` → `1,000.5`. */
function grouped(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  const groups = BigInt(whole).toLocaleString("en-US");
  return fraction ? `${groups}.${fraction}` : groups;
}

const percent = (basisPoints: bigint) => Number(basisPoints) / 10_000;
const plain = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 9 });
const fees = { bounty: PARAMETERS.bountyFee.default, withdrawal: PARAMETERS.withdrawalFee.default };

/** Values that aren't a path into the contract. */
const COMPOSED: Readonly<Record<string, string>> = {
  ...MEMBER_VALUES,
  appName: contract.APP.name,
  apiVersion: contract.APP.version,
  minimumAge: "18",
  nodeVersion: "24",
  token: "BBUX",
  confirmAbove: contract.CONFIRM_ABOVE,
  decimals: String(contract.DECIMALS),
  bountyDurationDefault: String(contract.BOUNTY.days.default),
  editLockHours: String(contract.EDIT_LOCK_MS / contract.HOUR_MS),
  pollSeconds: String(contract.CHAT.pollMs / 1_000),
  requestTimeoutSeconds: String(contract.APP.requestTimeoutMs / 1_000),
  imageMegapixels: String(contract.UPLOADS.pixels / 1_000_000),
  storedMegapixels: String(contract.UPLOADS.storedPixels / 1_000_000),
  blockhashPauseSeconds: String(contract.WALLET.blockhash.pauseMs / 1_000),
  sealedWithinSeconds: String(contract.TRANSPARENCY.sealedWithinMs / 1_000),
  /** The maximum weight of reputation in a vote: 0.5 more at the cap. */
  reputationWeightMax: plain(1 + contract.GOVERNANCE.reputation.cap / contract.GOVERNANCE.reputation.divisor),
  flagReasons: contract.FLAG_REASONS.map((reason) => reason.toLowerCase().replaceAll("_", " ")).join(", "),
  proposalTypes: contract.PROPOSAL_TYPES.join(", "),
  notificationKinds: contract.NOTIFICATION_KINDS.join(", "),
  transactionTypes: contract.TRANSACTION_TYPES.join(", "),
  errorCodeCount: String(contract.ERROR_CODES.length),
  /** A worked example that adds up: a bounty of 10 BBUX. */
  exampleBounty: "10",
  exampleBountyFee: plain(10 * percent(fees.bounty)),
  exampleBountyCost: plain(10 * (1 + percent(fees.bounty))),
  /** And a withdrawal of 10 BBUX. */
  exampleWithdrawal: "10",
  exampleWithdrawalFee: plain(10 * percent(fees.withdrawal)),
  exampleWithdrawalNet: plain(10 * (1 - percent(fees.withdrawal))),
  ...Object.fromEntries(
    PARAMETER_NAMES.flatMap((name) => [
      [name, formatParameter(name, PARAMETERS[name].default)],
      [`${name}.min`, formatParameter(name, PARAMETERS[name].min)],
      [`${name}.max`, formatParameter(name, PARAMETERS[name].max)],
      [`${name}.title`, PARAMETERS[name].title],
    ]),
  ),
  ...Object.fromEntries(
    contract.LEVELS.filter(({ from }) => Number.isFinite(from)).map(({ from, title }) => [
      `level.${title.toLowerCase()}`,
      from.toLocaleString("en-US"),
    ]),
  ),
};

/** The operator's configuration, which pages get when they are read and PDFs when they are generated. */
export const CONFIG_NAMES = ["supportEmail", "legalEmail", "sourceUrl"] as const;
export type ConfigName = (typeof CONFIG_NAMES)[number];
export type DocsConfig = Readonly<Record<ConfigName, string>>;
/** Shown if nothing is configured. */
export const DEFAULT_CONFIG: DocsConfig = {
  supportEmail: "support@bbux.example",
  legalEmail: "legal@bbux.example",
  sourceUrl: "https://bbux.example/source",
};

/** The text for a name in double braces, or `null` if there is none. */
export function resolveValue(name: string): string | null {
  const composed = Object.hasOwn(COMPOSED, name) ? COMPOSED[name] : undefined;
  if (composed !== undefined) return composed;
  let value: unknown = OPEN;
  for (const step of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return null;
    value = Reflect.get(value, step);
  }
  return shown(name, value);
}

/** Every name a page may use with its current text, for writers and tests. */
export function allValues(): Record<string, string> {
  const found: Record<string, string> = { ...COMPOSED };
  const walk = (path: string, value: unknown): void => {
    const text = shown(path, value);
    if (text !== null) found[path] = text;
    else if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(path ? `${path}.${key}` : key, inner);
  };
  walk("", OPEN);
  return found;
}
