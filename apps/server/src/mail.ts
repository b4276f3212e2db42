import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import type { Env } from "./env.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** By SMTP when configured, else into files that the operator can read (`npm run cli -- outbox`). */
export function createMailer(env: Env): SendMail {
  if (env.SMTP_URL) {
    const transport = nodemailer.createTransport(env.SMTP_URL);
    return async (mail) => {
      await transport.sendMail({ from: env.MAIL_FROM, ...mail });
    };
  }
  const outbox = join(env.DATA_DIR, "outbox");
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return async (mail) => {
    const { message } = await transport.sendMail({ from: env.MAIL_FROM, ...mail });
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}.eml`;
    // Whole or not at all, for whoever reads the folder at this moment.
    await writeFile(join(outbox, `.${name}`), message, { mode: 0o600 });
    await rename(join(outbox, `.${name}`), join(outbox, name));
  };
}
