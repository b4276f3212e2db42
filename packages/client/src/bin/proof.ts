import { decimalOf, type Owed, type ProofOptions, type ProofReport, unitsOf, verifyProof } from "../verify/index.ts";

/** Options of the command that say what the member had, by kind of account. */
export const AMOUNTS = {
  available: "member",
  staked: "stake",
  withdrawing: "hold",
  "in-escrow": "escrow",
} as const satisfies Record<string, keyof Owed>;
type AmountOption = keyof typeof AMOUNTS;

const NAMES = Object.entries(AMOUNTS).map(([name, kind]) => ({ name: name.replace("-", " "), kind }));

/**
 * Reads what the member says they had.
 * @throws Error for an amount that isn't one
 */
export function readExpected(values: Readonly<Partial<Record<AmountOption, string | undefined>>>): Partial<Owed> {
  const given = Object.entries(AMOUNTS).flatMap(([option, kind]) => {
    const text = Object.entries(values).find(([name]) => name === option)?.[1];
    if (text === undefined) return [];
    const units = unitsOf(text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, ""));
    if (units === null || units < 0n) throw new Error(`--${option} ${text} is no amount`);
    return [[kind, units] as const];
  });
  return Object.fromEntries(given);
}

/** Whether a report leaves nothing to look into: absence only counts if the member said that they had nothing. */
export function isFine(report: ProofReport, expected: Partial<Owed>): boolean {
  return report.ok && (report.included || Object.keys(expected).length > 0);
}

/** Verifies a proof. @returns the report, and what it means in words */
export async function checkProof(
  proof: unknown,
  options: ProofOptions,
): Promise<{ readonly report: ProofReport; readonly words: string }> {
  const report = await verifyProof(proof, options);
  return { report, words: describe(report, options) };
}

function describe(report: ProofReport, { code, address }: ProofOptions): string {
  if (!report.ok) return `The proof is wrong (${report.code}): ${report.problem}.`;
  const { checkpoint, included, owed, amount, memberId } = report;
  const { day, members, liabilities, publicKey } = checkpoint;
  const signed = report.signatureChecked
    ? `Signed with ${publicKey}.`
    : "The signature wasn't checked: this Node doesn't know Ed25519.";
  if (owed === null) {
    return `The proof is right: ${decimalOf(amount)} BBUX of member ${memberId} are part of the ${decimalOf(liabilities)} BBUX that the checkpoint of ${day} says is owed to ${members} members. ${signed}`;
  }
  if (!included) {
    return [
      `The proof is right, and says that ${report.address} is not among the ${members} members who are owed something at the end of ${day}.`,
      "If you had a balance then, the platform left you out. Keep this proof and the checkpoint, and report it.",
      signed,
    ].join("\n");
  }
  return [
    `You are in. At the end of ${day}, the platform signed that it owes ${report.address}:`,
    ...NAMES.map(({ name, kind }) => `  ${name.padEnd(12)} ${decimalOf(owed[kind])}`),
    `  ${"together".padEnd(12)} ${decimalOf(amount)} BBUX`,
    `That is part of ${decimalOf(liabilities)} BBUX owed to ${members} members. The tree comes to the totals of the public log.`,
    ...(address === undefined ? ["Compare the address with your deposit address, or give it with --address."] : []),
    ...(code === undefined
      ? [`Made with the code ${report.code}: compare it with yours, or give yours with --code.`]
      : []),
    signed,
  ].join("\n");
}
