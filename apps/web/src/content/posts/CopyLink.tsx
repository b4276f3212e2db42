import { ActionIcon, CopyButton } from "@mantine/core";
import { IconCheck, IconLink } from "@tabler/icons-react";

interface CopyLinkProps {
  /** Of the element on this page. */
  readonly hash: string;
  /** The button's name, a whole sentence: "Copy link to answer". */
  readonly label: string;
}

/** Copies the address of a part of this page. */
export function CopyLink({ hash, label }: CopyLinkProps) {
  const { origin, pathname } = window.location;
  return (
    <CopyButton value={`${origin}${pathname}#${hash}`} timeout={2000}>
      {({ copied, copy }) => (
        <ActionIcon
          className="reach"
          variant="subtle"
          color="gray"
          size={30}
          aria-label={copied ? "Link copied" : label}
          title={copied ? "Link copied" : "Copy link"}
          onClick={copy}
        >
          {copied ? <IconCheck size={16} stroke={1.6} aria-hidden /> : <IconLink size={16} stroke={1.6} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
