import { APP } from "@bbux/contract";

export interface BannerFacts {
  /** NODE_ENV, as it is. */
  readonly environment: string;
  readonly address: string;
  /** Demo sign-ins: `balance` in BBUX. */
  readonly members: readonly { email: string; password: string; role: string; balance: string }[];
  readonly data: string;
  readonly database: string;
  /** Which chain backs the books. */
  readonly chain: string;
}

/** What the operator reads when everything runs. */
export function banner(facts: BannerFacts): string {
  const { environment, address, members, data, database, chain } = facts;
  // The release is declared for one environment; where it runs in another, that is said.
  const where = environment === APP.environment ? "" : ` in ${environment}`;
  const width = Math.max(0, ...members.map(({ email }) => email.length));
  const demo =
    members.length === 0
      ? []
      : [
          "",
          `  Demo sign-ins   password for all: ${members[0]?.password ?? ""}`,
          ...members.map(
            ({ email, role, balance }) =>
              `                  ${email.padEnd(width)}  ${balance} BBUX${role === "user" ? "" : `, ${role}`}`,
          ),
        ];
  return [
    "",
    `  ${APP.name} ${APP.version} is running${where}.`,
    "",
    `  Web app         ${address}`,
    `  API reference   ${address}/api/reference`,
    ...demo,
    "",
    `  Database        ${database}`,
    `  Chain           ${chain}`,
    `  Data            ${data}`,
    "  Stop            Ctrl-C",
    "",
  ].join("\n");
}
