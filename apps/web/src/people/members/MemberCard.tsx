import { Skeleton } from "@mantine/core";
import { useEffect } from "react";
import { Amount } from "../../components/Amount.tsx";
import { Avatar } from "../../components/Avatar.tsx";
import { codeOf } from "../../lib/errors.ts";
import { numberText } from "../../lib/locale.ts";
import { timeText } from "../../lib/time.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./MemberCard.module.css";
import { Reputation } from "./Reputation.tsx";

interface MemberCardProps {
  /** Their name or id. */
  readonly member: string;
  /** Called once the figures are there. */
  readonly onLoad: () => void;
}

/** Who a member is, in a few figures. */
export function MemberCard({ member, onLoad }: MemberCardProps) {
  const { data, error } = trpc.users.card.useQuery({ id: member }, { staleTime: 60_000, retry: false });
  useEffect(() => {
    if (data) onLoad();
  }, [data, onLoad]);
  if (error) {
    return (
      <p className={classes.failed}>
        {codeOf(error) === "NOT_FOUND" ? "This member doesn't exist." : "We couldn't load this member."}
      </p>
    );
  }
  if (!data) return <Skeleton height={132} />;
  return (
    <>
      <div className={classes.head}>
        <Avatar username={data.username} picture={data.profilePicture} size={44} />
        <div className={classes.who}>
          <p className={classes.name}>{data.username}</p>
          <Reputation points={data.reputationPoints} />
          {data.role === "moderator" && <span className={classes.role}>Moderator</span>}
          {data.role === "admin" && <span className={classes.role}>Admin</span>}
        </div>
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>Questions</dt>
          <dd>{numberText(data.postCount)}</dd>
        </div>
        <div>
          <dt>Accepted answers</dt>
          <dd>{`${numberText(data.acceptedCount)} of ${numberText(data.answerCount)}`}</dd>
        </div>
        <div>
          <dt>Earned</dt>
          <dd>
            <Amount value={data.earned} />
          </dd>
        </div>
        <div>
          <dt>Joined</dt>
          <dd>{timeText(data.createdAt, "monthAndYear")}</dd>
        </div>
      </dl>
    </>
  );
}
