import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";

interface Mail {
  readonly name: string;
  readonly source: string;
  readonly writtenAt: Date;
}

export function addOutbox(program: Command, { env, console }: Services): void {
  program
    .command("outbox")
    .summary("read the mails that were not sent")
    .description("Without SMTP_URL mails are written to the data directory. List them, newest first, or show one.")
    .argument("[number]", "show this one of the list in full; 1 is the newest")
    .action((number?: string) => {
      const folder = join(env().DATA_DIR, "outbox");
      const mails = readOutbox(folder);
      if (number === undefined) {
        mails.forEach((mail, i) => {
          const date = mail.writtenAt.toISOString().slice(0, 19).replace("T", " ");
          console.out(
            `${String(i + 1).padStart(3)}  ${date}  ${header(mail.source, "To")}  ${header(mail.source, "Subject")}`,
          );
        });
        console.err(mails.length === 0 ? `No mails in ${folder}` : `${mails.length} mails in ${folder}`);
        return;
      }
      const mail = /^[1-9]\d*$/.test(number) ? mails[Number(number) - 1] : undefined;
      if (!mail) throw new CommandError(`There is no mail ${number}: the outbox has ${mails.length}`);
      console.out(readable(mail.source));
    });
}

function readOutbox(folder: string): Mail[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .map((name) => {
      const path = join(folder, name);
      return { name, source: readFileSync(path, "utf8"), writtenAt: statSync(path).mtime };
    })
    .sort((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime() || b.name.localeCompare(a.name));
}

function headersOf(source: string): string {
  return source.slice(0, source.search(/\r?\n\r?\n/));
}

/** A header's value, unfolded and with encoded words decoded. */
function header(source: string, name: string): string {
  const found = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, "im").exec(headersOf(source))?.[1] ?? "";
  return found
    .replace(/\r?\n[ \t]+/g, " ")
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toLowerCase() === "b" ? Buffer.from(text, "base64").toString() : quotedPrintable(text.replace(/_/g, " ")),
    );
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /[^\0-\xff]/.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString();
}

/** Decodes the mail's lines: a reset link that is broken over two lines is of no use. */
function readable(source: string): string {
  const head = headersOf(source);
  const parts = /boundary="?([^";\r\n]+)/i.exec(head)?.[1];
  const bodies = parts === undefined ? [source] : source.split(`--${parts}`).slice(1, -1);
  const plain =
    bodies.find((part) => /content-type:\s*text\/plain/i.test(headersOf(part.trimStart()))) ?? bodies[0] ?? source;
  const part = plain.trimStart();
  const encoding = header(part, "Content-Transfer-Encoding").trim().toLowerCase();
  const body = part.slice(headersOf(part).length).trim();
  const text =
    encoding === "quoted-printable"
      ? quotedPrintable(body)
      : encoding === "base64"
        ? Buffer.from(body, "base64").toString()
        : body;
  const heading = ["Date", "From", "To", "Subject"].map((name) => `${name}: ${header(source, name)}`).join("\n");
  return `${heading}\n\n${text.trim()}`;
}
