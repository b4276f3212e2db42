import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import type { Env } from "./env.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as `text`. */
  readonly html?: string;
  /** PNG images that come with the mail, which `html` shows as `cid:…`. */
  readonly images?: readonly { readonly cid: string; readonly content: Buffer }[];
  /** The sender's name, unless the operator has set one. */
  readonly fromName?: string;
  /** The address that turns such mails off when a mail program posts to it (RFC 8058). */
  readonly unsubscribe?: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** How long a mail server may be silent (ms). */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends by SMTP if configured, otherwise writes files that the operator can read (`npm run cli -- outbox`). */
export function createMailer(env: Env): SendMail {
  if (env.SMTP_URL) {
    const transport = nodemailer.createTransport({ url: env.SMTP_URL, ...PATIENCE });
    return async (mail) => {
      await transport.sendMail(message(env, mail));
    };
  }
  const outbox = join(env.DATA_DIR, "outbox");
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return async (mail) => {
    const { message: bytes } = await transport.sendMail(message(env, mail));
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}.eml`;
    // Renamed into place, so that nobody who reads the folder sees half a mail.
    await writeFile(join(outbox, `.${name}`), bytes, { mode: 0o600 });
    await rename(join(outbox, `.${name}`), join(outbox, name));
  };
}

function message({ MAIL_FROM }: Env, { fromName, unsubscribe, images = [], ...mail }: Mail) {
  const attachments = images.map(({ cid, content }) => ({
    ...{ cid, content, filename: `${cid}.png`, contentType: "image/png" },
    contentDisposition: "inline" as const,
  }));
  return {
    from: senderOf(MAIL_FROM, fromName),
    ...mail,
    ...(attachments.length > 0 && { attachments }),
    ...(unsubscribe && {
      list: { unsubscribe },
      headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    }),
  };
}

/** The configured sender. An address without a name gets the platform's. */
function senderOf(configured: string, name: string | undefined): string | { name: string; address: string } {
  const address = /^<?([^\s<>"]+@[^\s<>"]+)>?$/.exec(configured.trim())?.[1];
  return address === undefined || name === undefined ? configured : { name, address };
}
