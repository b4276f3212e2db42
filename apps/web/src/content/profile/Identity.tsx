import type { PublicUser } from "@bbux/contract";
import { websiteUrl } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMapPin, IconPencil, IconWorld } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Avatar } from "../../components/Avatar.tsx";
import { MemberFile } from "../../components/MemberFile.tsx";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { timeText } from "../../lib/time.ts";
import { FlagButton } from "../../people/flags/index.ts";
import { Counts } from "./Counts.tsx";
import classes from "./Identity.module.css";
import { IntegrityCard } from "./IntegrityCard.tsx";
import { PictureUpload } from "./PictureUpload.tsx";
import { RateDialog } from "./RateDialog.tsx";
import { ReputationSummary } from "./ReputationSummary.tsx";
import { SocialLinks } from "./SocialLinks.tsx";

/** Pixels. */
const PICTURE = 112;

interface IdentityProps {
  readonly member: PublicUser;
  readonly own: boolean;
  /** A signed-in member looks at someone else's profile. */
  readonly canRate: boolean;
}

/** A member's identity and standing. */
export function Identity({ member, own, canRate }: IdentityProps) {
  const [rating, dialog] = useDisclosure(false);
  const name = [member.firstName, member.lastName].filter(Boolean).join(" ");
  return (
    <section className={classes.identity} aria-label={`About ${member.username}`}>
      <div className={classes.face}>
        {own ? <PictureUpload member={member} size={PICTURE} /> : <Picture of={member} />}
        <div className={classes.names}>
          <h1 className={classes.name}>{member.username}</h1>
          {name && (
            <p className={classes.realName} dir="auto">
              {name}
            </p>
          )}
          <p className={classes.since}>
            Joined <time dateTime={member.createdAt}>{timeText(member.createdAt, "monthAndYear")}</time>
          </p>
          {member.role !== "user" && (
            <p className={classes.role}>
              <StatusBadge label={ROLES[member.role]} tone="vote" inTable />
            </p>
          )}
        </div>
      </div>
      {member.bio ? (
        <p className={classes.bio} dir="auto">
          {member.bio}
        </p>
      ) : (
        own && (
          <p className={classes.bio}>
            <Link to="/settings">Add a bio</Link>
          </p>
        )
      )}
      {own && (
        <Button
          className={classes.edit ?? ""}
          variant="default"
          leftSection={<IconPencil size={18} stroke={1.6} aria-hidden />}
          renderRoot={(props) => <Link to="/settings" {...props} />}
        >
          Edit profile
        </Button>
      )}
      <Whereabouts location={member.location} website={member.website} />
      <SocialLinks of={member} />
      <ReputationSummary member={member} own={own} />
      <IntegrityCard score={member.integrityScore} ratings={member.totalRatings}>
        {canRate && (
          <Button variant="default" size="xs" onClick={dialog.open}>
            Rate integrity
          </Button>
        )}
      </IntegrityCard>
      {canRate && <RateDialog member={member} opened={rating} onClose={dialog.close} />}
      <Counts member={member} own={own} />
      <div className={classes.flag}>
        <FlagButton target={{ type: "user", id: member.id }} authorId={member.id} word />
      </div>
    </section>
  );
}

/** The picture of someone else, which moderators may remove. */
function Picture({ of: { username, profilePicture } }: { of: PublicUser }) {
  const picture = <Avatar username={username} picture={profilePicture} size={PICTURE} />;
  return profilePicture ? <MemberFile url={profilePicture}>{picture}</MemberFile> : picture;
}

const ROLES = { moderator: "Moderator", admin: "Admin" } as const;

/** A member's location and links. */
function Whereabouts({ location, website }: Pick<PublicUser, "location" | "website">) {
  const href = website ? websiteUrl(website) : null;
  if (!location && !href) return null;
  return (
    <ul className={classes.where}>
      {location && (
        <li>
          <IconMapPin size={18} stroke={1.6} aria-hidden="true" />
          <span className="visually-hidden">Location: </span>
          <span dir="auto">{location}</span>
        </li>
      )}
      {href && (
        <li>
          <IconWorld size={18} stroke={1.6} aria-hidden="true" />
          <span className="visually-hidden">Website: </span>
          <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {href.replace(/^https?:\/\//, "").replace(/\/$/, "")}
          </a>
        </li>
      )}
    </ul>
  );
}
