import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { numberText } from "../lib/locale.ts";
import classes from "./Pager.module.css";
import { pageWindow } from "./Pager.window.ts";

/** Links to the pages of a list by number; the current one is in the URL as `page` (absent for the first). */
export function Pager({ page, pages }: { page: number; pages: number }) {
  if (pages <= 1 && page <= 1) return null;
  const last = Math.max(pages, 1);
  return (
    <nav className={classes.pager} aria-label="Pages">
      <Step to={Math.min(page - 1, last)} off={page <= 1} label="Previous page">
        <IconChevronLeft size={18} aria-hidden />
      </Step>
      {pageWindow(page, last).map((number) => (
        <PageLink key={number} page={number} label={`Page ${number}`} current={number === page}>
          {numberText(number)}
        </PageLink>
      ))}
      <Step to={page + 1} off={page >= last} label="Next page">
        <IconChevronRight size={18} aria-hidden />
      </Step>
    </nav>
  );
}

function Step({ to, off, label, children }: { to: number; off: boolean; label: string; children: ReactNode }) {
  return off ? (
    <span className={classes.page} data-off>
      {children}
    </span>
  ) : (
    <PageLink page={to} label={label}>
      {children}
    </PageLink>
  );
}

interface PageLinkProps {
  readonly page: number;
  readonly label: string;
  readonly current?: boolean;
  readonly children: ReactNode;
}

function PageLink({ page, label, current = false, children }: PageLinkProps) {
  return (
    <Link
      className={classes.page}
      to="."
      search={(present) => ({ ...present, page: page === 1 ? undefined : page })}
      // Matches exactly, because the first page, whose URL has no `page`, would otherwise be active on every page.
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      aria-label={label}
      aria-current={current ? "page" : undefined}
    >
      {children}
    </Link>
  );
}
