import { formatGif, isGifUrl, type MessageType, parseGif, type sendMessageInput } from "@bbux/contract";
import type { z } from "zod";
import { type AppError, allowed, invalidField, refused, type Verdict } from "../../platform/errors/errors.ts";

/** The stored part of a message. */
export interface Written {
  readonly messageType: MessageType;
  readonly content: string;
}

/** Characters of its title that a GIF keeps. */
const GIF_TITLE = 200;
const NO_GIF = "Must be a picture from the GIF search";

/**
 * Parses what a member sent as a text or a GIF: one with a `gifUrl`, or in the form `[GIF: title](url)`, whatever its
 * type says. Pictures of other hosts aren't accepted.
 */
export function writtenOf(
  sent: Pick<z.infer<typeof sendMessageInput>, "content" | "messageType" | "type" | "gifUrl">,
): { readonly ok: true; readonly message: Written } | { readonly ok: false; readonly error: AppError } {
  const { content, messageType, type, gifUrl } = sent;
  const refuse = (field: string, message: string) => ({ ok: false, error: invalidField(field, message) }) as const;
  if (type !== undefined && messageType !== undefined && type !== messageType) {
    return refuse("type", "type and messageType must say the same");
  }
  const said = messageType ?? type;
  const form = content === undefined ? null : parseGif(content);
  const url = gifUrl ?? form?.url;
  if (url === undefined) {
    if (said === "GIF") return refuse("gifUrl", NO_GIF);
    if (content === undefined) return refuse("content", "Message is required");
    return { ok: true, message: { messageType: "TEXT", content } };
  }
  if (!isGifUrl(url)) return refuse("gifUrl", NO_GIF);
  if (form && form.url !== url) return refuse("gifUrl", "content names another picture");
  if (gifUrl !== undefined && said === "TEXT") return refuse("gifUrl", "A text has no picture");
  return { ok: true, message: { messageType: "GIF", content: formatGif(cut(form?.title ?? content ?? ""), url) } };
}

/** Doesn't split a character. */
function cut(title: string): string {
  return title.slice(0, GIF_TITLE).replace(/[\uD800-\uDBFF]$/, "");
}

interface Existing {
  readonly authorId: string;
  readonly messageType: string;
}

/** Lets the author remove it. */
export function mayRemove(message: Existing, viewerId: string): Verdict {
  return message.authorId === viewerId ? allowed : refused("FORBIDDEN", { message: "Only the author can do this" });
}

/** Lets the author edit it if it is a text and stays one. */
export function mayEdit(message: Existing, viewerId: string, content: string): Verdict {
  const own = mayRemove(message, viewerId);
  if (!own.ok) return own;
  if (message.messageType === "GIF") {
    return refused("CONFLICT", { message: "A GIF cannot be edited. Delete it and send another one." });
  }
  return parseGif(content)
    ? { ok: false, error: invalidField("content", "A text message can't become a GIF") }
    : allowed;
}
