import { FEATURES } from "@bbux/contract";
import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Brand, BrandMark } from "../../components/Brand.tsx";
import { PageSearchSlot } from "../../components/PageSearch.tsx";
import { ButtonLook } from "../../components/PlainButton.tsx";
import { FACTS } from "../../lib/facts.ts";
import { Bell } from "../../people/notifications/Bell.tsx";
import { hasOwnSearch } from "./layout.ts";
import { SchemeMenu } from "./SchemeMenu.tsx";
import { SearchBox } from "./SearchBox.tsx";
import classes from "./TopLine.module.css";

/** A visitor's top line. */
export function VisitorLine() {
  const here = useRouterState({ select: (state) => state.location.href });
  const search = { redirectTo: here === "/" ? undefined : here };
  return (
    <OpenLine>
      {FEATURES.notifications && <Bell />}
      <ButtonLook variant="default" root={(drawn) => <Link to="/login" search={search} {...drawn} />}>
        Sign in
      </ButtonLook>
      <ButtonLook root={(drawn) => <Link to="/signup" search={search} {...drawn} />}>Sign up</ButtonLook>
    </OpenLine>
  );
}

/** The top line of pages without navigation, whose links it has instead. */
export function OpenLine({ tight, children }: { tight?: boolean; children: ReactNode }) {
  return (
    <Line tight={tight}>
      <FrontPageLink />
      <Link to="/community" className={`${classes.link} ${classes.offPhone}`}>
        Community
      </Link>
      <Search />
      <div className={`${classes.end} ${classes.open}`}>{children}</div>
    </Line>
  );
}

/** The top line of the sign-in pages. */
export function AuthLine() {
  return (
    <Line quiet>
      <Link to="/" className={classes.home} aria-label={`${FACTS.brand.name}, to the front page`}>
        <Brand />
      </Link>
      <div className={classes.end}>
        <SchemeMenu />
      </div>
    </Line>
  );
}

/** Keeps the place of a member's line while that loads. */
export function EmptyLine() {
  return <Line>{null}</Line>;
}

/** The way to the front page, on the lines of pages without navigation. */
function FrontPageLink() {
  return (
    <Link to="/" className={classes.home} aria-label={`${FACTS.brand.name}, to the front page`}>
      <span className={classes.offPhone}>
        <Brand />
      </span>
      <span className={classes.onPhone}>
        <BrandMark />
      </span>
    </Link>
  );
}

/** There is one search on a page: its own where it has one, else the palette's. */
export function Search() {
  const isPagesOwn = useRouterState({ select: (state) => hasOwnSearch(state.location.pathname) });
  return isPagesOwn ? <PageSearchSlot className={classes.search} /> : <SearchBox />;
}

/** The line itself. */
export function Line({
  quiet,
  tight,
  children,
}: {
  quiet?: boolean;
  tight?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <header className={classes.line} data-quiet={quiet || undefined} data-tight={tight || undefined}>
      <div className={classes.inner}>{children}</div>
    </header>
  );
}
