import { destinationProblem } from "@bbux/chain";
import { z } from "zod";
import { amount, optionalUrl, sol } from "./env.fields.ts";

/** Variables of the signer, the chain, and payments, in the order in which `docs/CONFIGURATION.md` lists them. */
export const MONEY_VARIABLES = {
  SIGNER_SOCKET: z
    .string()
    .optional()
    .describe(
      "Unix socket of a separate signer; then the platform reads no key. Without it, the platform starts a signer. For the signer itself: where it listens.",
    ),
  SIGNER_USER: z
    .string()
    .regex(/^[a-z_][a-z0-9_-]*$/, "must be the name of a user")
    .optional()
    .describe("User that the signer becomes once it has read its key. Needs root."),
  SIGNER_CLIENT: z
    .string()
    .regex(/^[a-z_][a-z0-9_-]*$/, "must be the name of a user")
    .optional()
    .describe("User who may connect to the signer's socket, if not SIGNER_USER. Needs root."),
  SIGNER_PAYMENT_LIMIT: amount
    .optional()
    .describe("Maximum SOL that the signer signs for one payment. By default WITHDRAWAL_DAILY_LIMIT."),
  SIGNER_HOURLY_LIMIT: amount
    .optional()
    .describe(
      "SOL that the signer signs away within an hour, fees included. By default a tenth above WITHDRAWAL_HOURLY_LIMIT, because it also counts what was canceled since.",
    ),
  SIGNER_DAILY_LIMIT: amount
    .optional()
    .describe(
      "SOL that the signer signs away within 24 hours, fees included. By default a tenth above WITHDRAWAL_DAILY_LIMIT_ALL.",
    ),
  SIGNER_RPC_URL: optionalUrl(["http:", "https:"]).describe(
    "JSON-RPC endpoint that the signer itself checks before it signs a withdrawal on another nonce, ideally from another provider. By default SOLANA_RPC_URL.",
  ),
  SOLANA_RPC_URL: optionalUrl(["http:", "https:"]).describe(
    "JSON-RPC endpoint of a Solana cluster. Without it, a local chain is used.",
  ),
  SOLANA_WITNESS_URL: optionalUrl(["http:", "https:"]).describe(
    "JSON-RPC endpoint of the same cluster at another provider. It has to agree before a deposit of WITNESS_FROM or more is credited and before any payment is given up. Needs SOLANA_RPC_URL.",
  ),
  WITNESS_FROM: sol("1").describe("Deposits of this many BBUX or more are credited only if SOLANA_WITNESS_URL agrees."),
  SINGLE_NODE_LIMIT: sol("100").describe(
    "BBUX above which a deposit waits for an admin, without SOLANA_WITNESS_URL. Doesn't apply on the local chain.",
  ),
  SOLANA_EXPLORER_URL: optionalUrl(["https:", "http:"]).describe(
    "Explorer that transaction links open, on clusters other than mainnet, devnet, testnet and the local chain.",
  ),
  WITHDRAWAL_DAILY_LIMIT: sol("1000").describe("BBUX one member can withdraw in 24 hours."),
  WITHDRAWAL_HOURLY_LIMIT: amount
    .optional()
    .describe(
      "SOL that the platform pays for withdrawals within an hour. Anything above that waits. By default 5000 or 5 times WITHDRAWAL_DAILY_LIMIT; less than WITHDRAWAL_DAILY_LIMIT is refused.",
    ),
  WITHDRAWAL_DAILY_LIMIT_ALL: amount
    .optional()
    .describe(
      "SOL that the platform pays for withdrawals within 24 hours. By default 4 times WITHDRAWAL_HOURLY_LIMIT; less than WITHDRAWAL_HOURLY_LIMIT is refused.",
    ),
  APPROVAL_FROM: z
    .union([amount, z.literal("off")], "must be a decimal number with at most 9 decimals, or off")
    .optional()
    .describe(
      "Withdrawals of at least this many BBUX, and deposits and unclaimed SOL that admins credit, need two admins' approval; what a member withdraws, or admins credit alone, within 24 hours is added up. By default 100, and off on the local chain.",
    ),
  SECURITY_HOLD_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(168)
    .optional()
    .describe(
      "Hours that a member's withdrawals are held after a risky change, such as a password reset. Withdrawals to new addresses that come to more than 10 BBUX are held as long, unless the member has had a second factor for that time. 0 to hold none. By default 24, and 0 on the local chain.",
    ),
  HOT_WALLET_CEILING: amount
    .optional()
    .describe(
      "SOL above which the hot wallet pays COLD_WALLET_ADDRESS, until it is down to 80% of this. Without it, nothing is moved.",
    ),
  COLD_WALLET_ADDRESS: z
    .string()
    .superRefine((address, context) => {
      const problem = destinationProblem(address);
      if (problem !== null) context.addIssue(`must be a wallet's address: ${problem}`);
    })
    .optional()
    .describe(
      "Address of a wallet whose key is kept offline. Its SOL counts in the reserves. The signer moves what exceeds HOT_WALLET_CEILING only to this address, so it needs the same value.",
    ),
  HOT_WALLET_FLOOR: sol("0.1").describe(
    "SOL that withdrawals leave in the hot wallet. A payment that would take it below this waits.",
  ),
  NONCE_POOL: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(16)
    .describe(
      "Payments that can be in progress at the same time. Each needs a nonce account on the chain, created once for about 0.0015 SOL.",
    ),
  PRIORITY_FEE_LIMIT: sol("0.0005").describe(
    "SOL that one payment may offer the network above its base fee, when it is busy. Paid by the operator's float.",
  ),
  SWEEP_FROM: sol("0.01").describe("SOL at which a deposit address is swept into the hot wallet."),
  WATCH_CALLS_PER_SECOND: z.coerce
    .number()
    .min(0.1)
    .max(1_000)
    .default(5)
    .describe("Calls per second to the chain for watching deposit addresses. Each covers 100 addresses."),
  WITHDRAWAL_SECOND_LOOK_SECONDS: z.coerce
    .number()
    .min(0)
    .max(3_600)
    .default(30)
    .describe(
      "Seconds between the two lookups that must find the same before a transaction is given up. Less than 30 is refused in production.",
    ),
};
