import type { User } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { plural } from "../../components/TimeAgo.format.ts";
import { forgetTarget } from "./chatWindow.ts";
import type { LiveRoom } from "./liveRoom.ts";
import type { MessageDeeds } from "./MessageActions.tsx";
import classes from "./MessageList.module.css";
import { MessageRow } from "./MessageRow.tsx";
import { mentionOf } from "./mention.ts";
import { OutgoingRow } from "./OutgoingRow.tsx";
import type { RoomView } from "./roomState.ts";
import { rowsOf } from "./rows.ts";
import { AT_END, useAnchor } from "./useAnchor.ts";
import { useTarget } from "./useTarget.ts";

/** Rows are measured and positioned within this time (ms) of the first render and hidden until then. */
const SETTLE_MS = 120;
/** The fixed height of the area above the first row (px); the same in MessageList.module.css. */
const ABOVE = 56;
/** How close to the beginning (px) the previous page is fetched. */
const NEAR_START = 600;

interface MessageListProps {
  readonly store: LiveRoom;
  readonly view: RoomView;
  readonly user: User;
  readonly visible: boolean;
  /** The message to show. */
  readonly at: string | null;
  readonly deeds: MessageDeeds;
}

/** The messages of a room: the newest at the end, older ones fetched on scrolling up. */
export function MessageList({ store, view, user, visible, at, deeds }: MessageListProps) {
  const rows = useMemo(() => rowsOf(view, user.id), [view, user.id]);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [atEnd, setAtEnd] = useState(true);
  const { anchor, hold, goTo, endInSight } = useAnchor(list, scroller, rows);
  const lastTop = useRef(0);
  const known = useRef<{ first?: string | undefined; last?: string | undefined; count: number }>({ count: 0 });
  const first = rows[0]?.key;
  const calls = useMemo(() => mentionOf(user.username), [user.username]);

  // Rows added above must not move what the member is reading.
  const shift = known.current.count > 0 && first !== known.current.first && rows.length > known.current.count;
  const look = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    const end = endInSight();
    // A member who scrolls up is not pulled back.
    if (end) anchor.current ??= "end";
    else if (anchor.current === "end" && box.scrollTop < lastTop.current - 1) anchor.current = null;
    lastTop.current = box.scrollTop;
    setAtEnd(end);
    if (box.scrollTop < NEAR_START) void store.older();
  }, [store, anchor, endInSight]);

  // Starts at the first unread message, otherwise at the end.
  const begun = useRef(false);
  useLayoutEffect(() => {
    const marked = begun.current ? -1 : rows.findIndex((row) => row.marked);
    const row = rows[marked];
    begun.current ||= rows.length > 0;
    const last = rows.at(-1);
    const sent = last?.kind === "outgoing" && last.key !== known.current.last;
    if (row && marked > 0) goTo({ key: row.key, align: "start" });
    // Members want to see their own new message.
    else if (sent) goTo("end");
    else hold();
    known.current = { first: rows[0]?.key, last: last?.key, count: rows.length };
  }, [rows, goTo, hold]);

  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);

  // Messages that don't fill the box can't be scrolled, so nothing else would fetch the rest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again whenever the rows change
  useEffect(() => {
    const box = scroller.current;
    if (box && box.scrollHeight <= box.clientHeight + AT_END && view.olderFailed === null) void store.older();
  }, [store, rows, view.olderFailed]);

  useEffect(() => store.setView({ visible, atEnd }), [store, visible, atEnd]);
  useEffect(() => () => store.setView({ visible: false, atEnd: false }), [store]);

  const show = useCallback((key: string) => goTo({ key, align: "center" }), [goTo]);
  const { shown, missing } = useTarget({ at, store, view, rows, show });

  return (
    <div className={classes.place}>
      <section
        ref={scroller}
        className={classes.scroller}
        data-settling={!settled || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Messages"
        data-testid="chat-list"
      >
        <div className={classes.rest}>
          {view.reachedStart ? <p className={classes.start}>This is the beginning of the room.</p> : null}
          {view.olderFailed ? (
            <Button variant="subtle" size="xs" onClick={() => void store.older()}>
              Older messages couldn't be loaded. Try again
            </Button>
          ) : null}
          {!view.reachedStart && !view.olderFailed && <Older />}
        </div>
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          startMargin={ABOVE}
          shift={shift}
          bufferSize={600}
          onScroll={look}
          onResize={hold}
        >
          {rows.map((row) =>
            row.kind === "message" ? (
              <MessageRow
                key={row.key}
                row={row}
                own={row.message.author.id === user.id}
                calls={row.message.author.id !== user.id && calls.test(row.message.content)}
                target={row.key === shown}
                deeds={deeds}
              />
            ) : (
              <OutgoingRow key={row.key} row={row} user={user} store={store} />
            ),
          )}
        </Virtualizer>
      </section>
      {missing && (
        <div className={classes.missing} role="status">
          {missing}
          <button type="button" onClick={forgetTarget}>
            Close
          </button>
        </div>
      )}
      {!atEnd && (
        <button
          type="button"
          className={classes.down}
          onClick={() => goTo("end")}
          data-fresh={view.fresh > 0 || undefined}
        >
          <IconArrowDown size={16} stroke={2} aria-hidden />
          {view.fresh > 0 ? (
            plural(view.fresh, ["# new message", "# new messages"])
          ) : (
            <span className="visually-hidden">Jump to the newest message</span>
          )}
        </button>
      )}
    </div>
  );
}

/** Shows that older messages are loading or can be loaded. */
function Older() {
  return (
    <div className={classes.older} aria-hidden="true">
      <Skeleton height={32} width={32} circle animate={false} />
      <div>
        <Skeleton height={10} width={90} animate={false} />
        <Skeleton height={10} width={190} mt={8} animate={false} />
      </div>
    </div>
  );
}
