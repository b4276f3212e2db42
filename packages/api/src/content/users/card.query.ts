import type { MemberCard } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { isNamed } from "../../people/accounts/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { isoTime } from "../../platform/queries/index.ts";

/** Returns a few figures about a member, by id or username. @throws AppError NOT_FOUND, also for members who left */
export async function getMemberCard(db: Kysely<DB>, idOrName: string): Promise<MemberCard> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where(isNamed(idOrName))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const { rows } = await sql<{ card: MemberCard }>`
    select json_build_object(
      'id', u.id::text, 'username', u.username, 'profilePicture', u.profile_picture, 'role', u.role,
      'createdAt', ${sql.raw(isoTime("u.created_at"))}, 'reputationPoints', u.reputation_points,
      'postCount', coalesce(c.posts, 0), 'answerCount', coalesce(c.answers, 0), 'acceptedCount', coalesce(c.accepted, 0),
      'earned', (
        select coalesce(trim_scale(sum(p.bounty_amount) / 1000000000.0), 0)
        from answers a join posts p on p.id = a.post_id and p.accepted_answer_id = a.id
        where a.author_id = u.id and a.deleted_at is null and p.bounty_status = 'PAID')) as card
    from users u left join author_counts c on c.user_id = u.id where u.id = ${user?.id ?? null}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND", { message: "User not found" });
  return row.card;
}
