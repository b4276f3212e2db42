import { FEATURES } from "@bbux/contract";
import { IconPencilPlus } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { ChatButton } from "../../community/chat/ChatButton.tsx";
import { BrandMark } from "../../components/Brand.tsx";
import { ButtonLook } from "../../components/PlainButton.tsx";
import { FACTS } from "../../lib/facts.ts";
import { Bell } from "../../people/notifications/Bell.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { Balance } from "./Balance.tsx";
import classes from "./TopLine.module.css";
import { Line, OpenLine, Search } from "./TopLine.tsx";

/** A member's top line beside the navigation, which has the bell and the way home. */
export function MemberLine() {
  return (
    <Line>
      <Link
        to="/community"
        className={`${classes.home} ${classes.onPhone}`}
        aria-label={`${FACTS.brand.name}, to the community`}
      >
        <BrandMark size={28} />
      </Link>
      <Search />
      <div className={classes.end}>
        <MemberTools />
        <AccountMenu />
      </div>
    </Line>
  );
}

/** A member's top line on the front page and the documentation, which have no navigation. */
export function SlimLine() {
  return (
    <OpenLine tight>
      <MemberTools />
      {FEATURES.notifications && <Bell />}
      <AccountMenu />
    </OpenLine>
  );
}

function MemberTools() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <>
      {/* The setup comes before anyone can ask. */}
      {path !== "/setup" && (
        <ButtonLook
          className={`${classes.offPhone} ${classes.ask}`}
          variant={path === "/community" ? "filled" : "default"}
          leftSection={<IconPencilPlus size={18} stroke={1.6} />}
          root={(drawn) => <Link to="/posts/create" {...drawn} />}
        >
          Ask a question
        </ButtonLook>
      )}
      {FEATURES.wallet && <Balance />}
      <ChatButton />
    </>
  );
}
