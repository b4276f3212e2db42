import { type ChatMessage, parseGif } from "@bbux/contract";
import { useEffect, useRef, useState } from "react";
import { authorName } from "../../components/author.ts";

interface AnnouncerProps {
  readonly messages: readonly ChatMessage[];
  readonly loaded: boolean;
  readonly me: string;
}

/** Announces new messages of others to screen readers while the chat is open, but not earlier ones. */
export function Announcer({ messages, loaded, me }: AnnouncerProps) {
  const heard = useRef<string | null>(null);
  const [words, setWords] = useState("");
  const last = messages.at(-1);
  useEffect(() => {
    if (!loaded) return;
    const before = heard.current;
    heard.current = last?.createdAt ?? "";
    if (before === null || !last || last.createdAt <= before || last.author.id === me) return;
    const gif = parseGif(last.content);
    setWords(`${authorName(last.author.username)}: ${gif ? `GIF, ${gif.title}` : last.content}`);
  }, [last, loaded, me]);
  return (
    <div className="visually-hidden" aria-live="polite">
      {words}
    </div>
  );
}
