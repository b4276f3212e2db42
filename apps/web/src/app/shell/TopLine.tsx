import { FEATURES } from "@bbux/contract";
import { Button } from "@mantine/core";
import { IconPencilPlus } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ChatButton } from "../../community/chat/ChatButton.tsx";
import { Brand, BrandMark } from "../../components/Brand.tsx";
import { Bell } from "../../people/notifications/Bell.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { Balance } from "./Balance.tsx";
import { SchemeMenu } from "./SchemeMenu.tsx";
import { SearchBox } from "./SearchBox.tsx";
import classes from "./TopLine.module.css";

/** A member's top line: search, ask, balance and account. */
export function MemberLine() {
  return (
    <Line>
      <Link to="/community" className={`${classes.home} ${classes.onPhone}`} aria-label="BBUX, to the community">
        <BrandMark size={28} />
      </Link>
      <SearchBox />
      <div className={classes.end}>
        <Button
          className={classes.offPhone}
          variant="default"
          leftSection={<IconPencilPlus size={18} stroke={1.6} />}
          renderRoot={(props) => <Link to="/posts/create" {...props} />}
        >
          New post
        </Button>
        {FEATURES.wallet && <Balance />}
        <ChatButton />
        {FEATURES.notifications && <Bell className={classes.offPhone} />}
        <AccountMenu />
      </div>
    </Line>
  );
}

/** A visitor's top line. */
export function VisitorLine() {
  const here = useRouterState({ select: (state) => state.location.href });
  const redirectTo = here === "/" ? undefined : here;
  return (
    <Line>
      <Link to="/" className={classes.home} aria-label="BBUX, to the front page">
        <span className={classes.offPhone}>
          <Brand />
        </span>
        <span className={classes.onPhone}>
          <BrandMark />
        </span>
      </Link>
      <Link to="/community" className={`${classes.link} ${classes.offPhone}`}>
        Community
      </Link>
      <div className={classes.end}>
        <span className={classes.offPhone}>
          <SearchBox small />
        </span>
        <SchemeMenu />
        {FEATURES.notifications && <Bell />}
        <Button variant="default" renderRoot={(props) => <Link to="/login" search={{ redirectTo }} {...props} />}>
          Sign in
        </Button>
        <Button renderRoot={(props) => <Link to="/signup" {...props} />}>Sign up</Button>
      </div>
    </Line>
  );
}

/** A member's top line on the front page and other bare pages. */
export function SlimLine() {
  return (
    <Line>
      <Link to="/" className={classes.home} aria-label="BBUX, to the front page">
        <Brand />
      </Link>
      <div className={classes.end}>
        <Link to="/community" className={classes.link}>
          Community
        </Link>
        <ChatButton />
        {FEATURES.notifications && <Bell />}
        <AccountMenu />
      </div>
    </Line>
  );
}

/** The top line of the sign-in pages. */
export function AuthLine() {
  return (
    <Line quiet>
      <Link to="/" className={classes.home} aria-label="BBUX, to the front page">
        <Brand />
      </Link>
      <div className={classes.end}>
        <SchemeMenu />
      </div>
    </Line>
  );
}

function Line({ quiet, children }: { quiet?: boolean; children: ReactNode }) {
  return (
    <header className={classes.line} data-quiet={quiet || undefined}>
      <div className={classes.inner}>{children}</div>
    </header>
  );
}
