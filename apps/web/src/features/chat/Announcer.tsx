import { type ChatMessage, parseGif } from "@bbux/contract";
import { useEffect, useRef, useState } from "react";
import { authorName } from "../../components/author.ts";

interface AnnouncerProps {
  readonly messages: readonly ChatMessage[];
  readonly loaded: boolean;
  readonly me: string;
}

/** Reads out what others say while the chat is open, to who cannot see it come. What was there before is not read out. */
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
