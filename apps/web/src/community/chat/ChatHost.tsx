import type { User } from "@bbux/contract";
import { useRouterState } from "@tanstack/react-router";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { PlainButton } from "../../components/PlainButton.tsx";
import { useSession } from "../../lib/session.ts";
import classes from "./ChatHost.module.css";
import { closeChat } from "./chatWindow.ts";
import { focusOpener } from "./openerFocus.ts";
import type { ChatPlace } from "./useChatPlace.ts";

type Panel = ComponentType<{ user: User; onClose: () => void }>;
/** Stays mounted once loaded. */
let fetched: Panel | null = null;

/** The chat beside every page except the front page, for members. `bar`: whether phones show their bottom bar. */
export function ChatHost({ bar, place: { open, covers } }: { bar: boolean; place: ChatPlace }) {
  const { user } = useSession();
  useCloseOnLeave(covers);
  if (!open) return null;
  return (
    <aside className={classes.aside} data-bar={bar || undefined} aria-label="Chat" id="chat">
      {user && <Fetched key={user.id} user={user} />}
    </aside>
  );
}

/** Where the chat covers the page, it closes when the member navigates. */
function useCloseOnLeave(covers: boolean): void {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    if (covers && !path.startsWith("/chat")) closeChat();
  }, [path, covers]);
}

function close(): void {
  closeChat();
  focusOpener();
}

/** The chat itself loads when it is opened for the first time. */
function Fetched({ user }: { user: User }) {
  const [Panel, setPanel] = useState<Panel | null>(() => fetched);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another reason to fetch
  useEffect(() => {
    let alive = true;
    setFailed(false);
    import("./ChatPanel.tsx").then(
      (module) => {
        fetched = module.default;
        if (alive) setPanel(() => module.default);
      },
      () => alive && setFailed(true),
    );
    return () => {
      alive = false;
    };
  }, [tries]);
  if (Panel) return <Panel user={user} onClose={close} />;
  return (
    <div className={classes.waiting} role="status">
      {failed ? (
        <>
          <p>We couldn't load the chat. Check your connection and try again.</p>
          <PlainButton variant="default" size="xs" onClick={() => setTries(tries + 1)}>
            Try again
          </PlainButton>
          <PlainButton variant="subtle" size="xs" onClick={close}>
            Close chat
          </PlainButton>
        </>
      ) : (
        <p>Loading …</p>
      )}
    </div>
  );
}
