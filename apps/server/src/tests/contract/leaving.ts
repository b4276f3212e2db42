import { type HoldCause, UNIT } from "@bbux/contract";
import { sql } from "kysely";
import { ageProofs } from "../second-factor.support.ts";
import type { Input } from "./calls.ts";
import type { World } from "./world.ts";

/** A member with 20 BBUX whose last proof is too old. */
export const stale =
  (input: Input) =>
  async ({ t, unique }: World) => {
    const member = await t.member(unique(), { balance: 20n * UNIT });
    await ageProofs(t, member);
    return { member, input };
  };

/** A member with 20 BBUX whose withdrawals are held. */
export const held =
  (input: Input, cause: HoldCause = "password_reset") =>
  async ({ t, unique }: World) => {
    const member = await t.member(unique(), { balance: 20n * UNIT });
    await holdFor(t, member.id, cause);
    return { member, input };
  };

/** Holds a member's withdrawals for a day. */
export async function holdFor(t: World["t"], member: string, cause: HoldCause): Promise<void> {
  await sql`
    insert into security_holds (user_id, cause, until) values (${member}, ${cause}, now() + interval '1 day')`.execute(
    t.database.ownerDb,
  );
}
