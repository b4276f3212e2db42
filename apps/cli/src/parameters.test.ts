import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sampled } from "@bbux/db/testing/form";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createProgram } from "./program.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

/** Runs one command as the shell would. @returns its output */
async function run(...args: string[]): Promise<string> {
  const out: string[] = [];
  const program = createProgram({
    environment: { DATABASE_URL: base.url, VOLUME_HIGH: "250" },
    console: { out: (line) => out.push(line), err: () => undefined },
    terminal: { write: () => undefined },
  });
  await program.parseAsync(args, { from: "user" });
  return out.join("\n");
}
const set = (...args: string[]) => run("parameters", "set", ...args, "--reason", "Asked for at the meeting");

it("parameters shows the configured values in the operator's notation", async () => {
  const out = await run("parameters");
  expect(out).toMatch(/^bountyFee +5% {2}Fee on a bounty \(0% to 10%\)$/m);
  expect(out).toMatch(/^baseRate +0\.05% /m);
  expect(out).toMatch(/^requiredVotes +5 /m);
  expect(out).toMatch(/^volumeHigh +250 {2}High activity from \(0 to 1000000000\)$/m);
  expect(await run("parameters", "list")).toBe(out);
});

it("parameters set changes a value, which shows in the list, the audit log, and the transparency log", async () => {
  expect(await set("bountyFee", "4.25%")).toBe("bountyFee: 5% → 4.25%");
  expect(await set("baseRate", "0.06")).toBe("baseRate: 0.05% → 0.06%");
  expect(await set("signalStake", "1.5")).toBe("signalStake: 1 → 1.5");
  expect(await set("signalStake", "1.5")).toBe("signalStake is 1.5 already");
  const out = await run("parameters");
  expect(out).toMatch(/^bountyFee +4\.25% .*without changes 5%\)$/m);
  expect(out).toMatch(/Z {2}bountyFee: 5% → 4\.25%: Asked for at the meeting$/m);
  expect(out).toMatch(/Z {2}baseRate: 0\.050% a day → 0\.060% a day: Asked for at the meeting$/m);
  const acts = await base.db
    .selectFrom("audit_log")
    .select(["actor_id", "action", "target_id"])
    .orderBy("id")
    .execute();
  expect(acts).toEqual(
    ["bountyFee", "baseRate", "signalStake"].map((name) => ({
      actor_id: null,
      action: "PARAMETER_SET",
      target_id: name,
    })),
  );
  const lines = await base.db.selectFrom("transparency_log").select(["type", "description"]).orderBy("id").execute();
  expect(lines.map(({ description }) => description)).toEqual([
    "Fee on a bounty: 5% → 4.25%",
    "The fee on a bounty is 4.25%",
    "Base reward rate: 0.050% a day → 0.060% a day",
    "Stake to ask for an opinion: 1 BBUX → 1.5 BBUX",
  ]);
});

it.each(
  sampled(
    [
      ["bountyFee", "11%", "Fee on a bounty must be at most 10%"],
      [
        "bountyFee",
        "4.255%",
        "4.255% is no value of bountyFee: give it in percent, with at most two decimals, as 4.25%",
      ],
      ["bountyFee", "4e2", "4e2 is no value of bountyFee"],
      ["requiredVotes", "2.5", "2.5 is no value of requiredVotes: give it as a whole number"],
      ["requiredVotes", "0", "Votes that decide a refund must be at least 1"],
      ["policyStake", "much", "much is no value of policyStake: give it in BBUX, with at most nine decimals"],
      ["salary", "5", "Allowed choices are"],
    ],
    3,
  ),
)("parameters set rejects %s %s", async (name, value, sentence) => {
  await expect(set(name, value)).rejects.toThrow(sentence);
});

it("parameters set requires a reason", async () => {
  await expect(run("parameters", "set", "bountyFee", "4%")).rejects.toThrow("--reason");
  await expect(run("parameters", "set", "bountyFee", "4%", "--reason", "so")).rejects.toThrow("Say why");
});
