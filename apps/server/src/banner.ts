import { APP } from "@bbux/contract";

export interface BannerFacts {
  /** The value of NODE_ENV. */
  readonly environment: string;
  readonly address: string;
  /** Demo sign-ins: `balance` in BBUX. */
  readonly members: readonly {
    email: string;
    emailVerified: boolean;
    frozen: boolean;
    password: string;
    authenticatorKey: string | null;
    role: string;
    balance: string;
  }[];
  readonly data: string;
  readonly database: string;
  /** The chain that backs the books. */
  readonly chain: string;
  /** It runs jobs, and serves nothing but its health and metrics. */
  readonly isWorker?: boolean;
}

/** The message for the operator once everything is running. */
export function banner(facts: BannerFacts): string {
  const { environment, address, members, data, database, chain, isWorker = false } = facts;
  // The release is declared for one environment; if it runs in another, the banner says so.
  const where = environment === APP.environment ? "" : ` in ${environment}`;
  const width = Math.max(0, ...members.map(({ email }) => email.length));
  const demo =
    members.length === 0
      ? []
      : [
          "",
          `  Demo sign-ins   password for all: ${members[0]?.password ?? ""}`,
          ...members.map(
            ({ email, emailVerified, frozen, authenticatorKey, role, balance }) =>
              `                  ${[
                `${email.padEnd(width)}  ${balance} BBUX`,
                ...(role === "user" ? [] : [role]),
                ...(emailVerified ? [] : ["email not confirmed"]),
                ...(frozen ? ["account frozen"] : []),
                ...(authenticatorKey === null ? [] : [`authenticator key ${authenticatorKey}`]),
              ].join(", ")}`,
          ),
        ];
  return [
    "",
    `  ${APP.name} ${APP.version} is running${where}${isWorker ? " as a worker" : ""}.`,
    "",
    ...(isWorker
      ? [`  Health          ${address}/api/health/ready`]
      : [`  Web app         ${address}`, `  API reference   ${address}/api/reference`]),
    ...demo,
    "",
    `  Database        ${database}`,
    `  Chain           ${chain}`,
    `  Data            ${data}`,
    "  Stop            Ctrl-C",
    "",
  ].join("\n");
}
