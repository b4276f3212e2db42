import { type PublicUser, SOCIAL_KINDS, SOCIALS, type Social, socialUrl } from "@bbux/contract";
import { SOCIAL_ICONS } from "../../components/socialIcons.ts";
import classes from "./Identity.module.css";

/** The links that are set and lead to the service they name; any other address is never linked. */
export function SocialLinks({ of: member }: { of: Pick<PublicUser, Social | "username"> }) {
  const links = SOCIAL_KINDS.map((kind) => ({ kind, href: hrefOf(kind, member[kind]) })).filter(
    ({ href }) => href !== null,
  );
  if (links.length === 0) return null;
  return (
    <ul className={classes.socials} aria-label="Elsewhere">
      {links.map(({ kind, href }) => {
        const Sign = SOCIAL_ICONS[kind];
        const { label } = SOCIALS[kind];
        return (
          <li key={kind}>
            <a
              className={classes.social}
              href={href ?? undefined}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              aria-label={label}
              title={label}
            >
              <Sign size={20} stroke={1.6} aria-hidden="true" />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function hrefOf(kind: Social, value: string | null): string | null {
  return value ? socialUrl(kind, value) : null;
}
