import { APP } from "@bbux/contract";

export interface BannerFacts {
  readonly address: string;
  /** Demo sign-ins: `balance` in BBUX. */
  readonly members: readonly { email: string; password: string; role: string; balance: string }[];
  readonly data: string;
  readonly database: string;
}

/** What the operator reads when everything runs. */
export function banner(facts: BannerFacts): string {
  const { address, members, data, database } = facts;
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
    `  ${APP.name} ${APP.version} is running.`,
    "",
    `  Web app         ${address}`,
    `  API reference   ${address}/api/reference`,
    ...demo,
    "",
    `  Database        ${database}`,
    `  Data            ${data}`,
    "  Stop            Ctrl-C",
    "",
  ].join("\n");
}
