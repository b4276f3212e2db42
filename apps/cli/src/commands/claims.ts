import { readFileSync } from "node:fs";
import { createClaimLink, type KnownAddress, operator, setImportedAddresses } from "@bbux/api/operator";
import type { Command } from "commander";
import { addressOf } from "../address.ts";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";

export function addClaims(program: Command, { env, withDatabase, console }: Services): void {
  const claims = program.command("claims").summary("give imported accounts to their owners");
  claims
    .command("link")
    .summary("make the link that claims an account")
    .description(
      "Give an imported account the email address of its owner, and print the link with which they set its first password. Send it only to them.",
    )
    .argument("<username>", "the imported member, without regard to case")
    .argument("<email>", "the owner's address")
    .action((member: string, given: string) =>
      withDatabase("app", async (db) => {
        const email = addressOf(given);
        if (email === null) throw new CommandError(`${given} isn't an email address`, 2);
        const { username, token, expiresAt } = await createClaimLink(operator(db), { member, email });
        console.out(`${env().PUBLIC_ORIGIN ?? "http://localhost:3000"}/reset-password?token=${token}`);
        console.err(
          `${username} can be claimed with it until ${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`,
        );
      }),
    );
  claims
    .command("emails")
    .summary("give imported accounts their email addresses")
    .description(
      "Read lines of a person's id in the dump and their email address, such as 12,ada@example.org. Each owner can then claim their account by asking for a new password.",
    )
    .argument("<file>", "the CSV file")
    .requiredOption("--site <host>", "where the dump is from, as it was imported")
    .action((file: string, { site }: { site: string }) =>
      withDatabase("app", async (db) => {
        const { set, unknown, taken } = await setImportedAddresses(operator(db), site.toLowerCase(), read(file));
        console.out(`${set} ${set === 1 ? "account has its" : "accounts have their"} address`);
        if (unknown.length > 0) console.out(`Not imported from ${site}, or claimed: ${unknown.join(", ")}`);
        if (taken.length > 0) console.out(`Another account has the address: ${taken.join(", ")}`);
      }),
    );
}

/** @throws CommandError for a line that isn't an id and an address, before anything is changed */
function read(file: string): KnownAddress[] {
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  return lines.flatMap((line, nth) => {
    if (line.trim() === "") return [];
    const [externalId = "", given = "", ...more] = line.split(",").map((cell) => cell.trim());
    const email = addressOf(given);
    if (more.length > 0 || !/^-?\d+$/.test(externalId) || email === null)
      throw new CommandError(`Line ${nth + 1} of ${file} isn't an id and an email address: ${line}`, 2);
    return [{ externalId, email }];
  });
}
