import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import type { Env } from "./env.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Where one switches such mails off: goes into the header List-Unsubscribe. */
  readonly unsubscribe?: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** By SMTP when configured, else into files that the operator can read (`npm run cli -- outbox`). */
export function createMailer(env: Env): SendMail {
  if (env.SMTP_URL) {
    const transport = nodemailer.createTransport(env.SMTP_URL);
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
    // Whole or not at all, for whoever reads the folder at this moment.
    await writeFile(join(outbox, `.${name}`), bytes, { mode: 0o600 });
    await rename(join(outbox, `.${name}`), join(outbox, name));
  };
}

function message({ MAIL_FROM }: Env, { unsubscribe, ...mail }: Mail) {
  return { from: MAIL_FROM, ...mail, ...(unsubscribe && { list: { unsubscribe } }) };
}
