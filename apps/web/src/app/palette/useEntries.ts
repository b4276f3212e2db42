import { IconClock, IconFileText, IconTag, IconUser } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import { useSession } from "../../lib/session.ts";
import { isFor, SHORTCUTS } from "../shortcuts/registry.ts";
import type { Entry, EntryGroup } from "./entries.ts";
import { found, STRONG } from "./match.ts";
import { PALETTE_PLACES, placeTitle } from "./places.ts";
import { readRecent, type Visit } from "./recent.ts";
import { useActions } from "./useActions.ts";
import { useFound, useSearchEntry } from "./useFound.ts";

const ROWS = { recent: 5, strong: 6, weak: 4 };

/** All entries for a query, in groups. Enter runs the first one. */
export function useEntries(typed: string): readonly EntryGroup[] {
  // Read once when the palette opens, because using an entry closes it.
  const recent = useMemo(readRecent, []);
  const pages = usePages();
  const actions = useActions();
  const search = useSearchEntry(typed);
  const remote = useFound(typed);
  const revisit = useRevisit([...pages, ...actions]);

  if (typed.trim() === "") {
    const lately = recent.map(revisit).filter((entry) => entry !== null);
    const shown = lately.slice(0, ROWS.recent);
    const rest = (entries: readonly Entry[]) => entries.filter(({ id }) => !shown.some((one) => one.id === id));
    return [
      { name: "Recent", entries: shown },
      { name: "Do", entries: rest(actions) },
      { name: "Go to", entries: rest(pages) },
    ].filter(({ entries }) => entries.length > 0);
  }

  const all = found(
    typed,
    [...pages, ...actions],
    recent.map(({ id }) => id),
  );
  const strong = all.filter(({ score }) => score >= STRONG).slice(0, ROWS.strong);
  const weak = all.filter(({ score }) => score < STRONG).slice(0, ROWS.weak);
  return [
    { name: "Jump to", entries: strong.map(({ entry }) => entry) },
    { name: "Search", entries: [search] },
    ...remote,
    { name: "Perhaps", entries: weak.map(({ entry }) => entry) },
  ].filter((group) => group.entries.length > 0 || "waiting" in group || "retry" in group);
}

/** The pages that the viewer can open, with their shortcuts. */
function usePages(): readonly Entry[] {
  const { user } = useSession();
  const router = useRouter();
  return PALETTE_PLACES.filter(({ who }) => isFor(who, user)).map(({ to, Icon, keywords }) => {
    const keys = SHORTCUTS.find(({ id }) => id === `go:${to}`)?.keys;
    return {
      id: `page:${to}`,
      title: placeTitle(to),
      keywords,
      ...(keys && { keys }),
      Icon,
      run: () => router.history.push(to),
    };
  });
}

/** A recent entry; null for one that the viewer may no longer open. */
function useRevisit(known: readonly Entry[]): (visit: Visit) => Entry | null {
  const router = useRouter();
  return ({ id, title }) => {
    const here = known.find((entry) => entry.id === id);
    if (here) return here;
    const [, kind, rest = ""] = /^(post|member|tag|doc):(.+)$/.exec(id) ?? [];
    const address = kind === undefined ? null : addressOf(kind, rest);
    if (address === null) return null;
    return { id, title, Icon: ICONS[kind ?? ""] ?? IconClock, run: () => router.history.push(address) };
  };
}

const ICONS: Readonly<Record<string, typeof IconClock>> = { post: IconFileText, member: IconUser, tag: IconTag };

/** Stays within the site, because the browser's storage may hold anything. */
function addressOf(kind: string, rest: string): string | null {
  if (kind === "post") return `/posts/${encodeURIComponent(rest)}`;
  if (kind === "member") return `/users/${encodeURIComponent(rest)}`;
  if (kind === "tag") return `/community?tags=${encodeURIComponent(rest)}`;
  return /^\/(docs|privacy|terms)[\w/#-]*$/.test(rest) ? rest : null;
}
