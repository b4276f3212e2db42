import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnv } from "../env.ts";
import { sendPasswordReset } from "../jobs/password-reset-mail.ts";
import { createMailer, type Mail } from "../mail.ts";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";

let t: TestApp;
let ada: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  ada = await t.member("ada");
});
afterAll(() => t.close());

describe("the password reset mail", () => {
  const work = async (asked: Parameters<typeof sendPasswordReset>[1]) => {
    const mails: Mail[] = [];
    const sendMail = async (mail: Mail) => {
      mails.push(mail);
    };
    const deps = { db: t.database.db, sendMail, origin: "https://bbux.example", vault: t.services.vault };
    await sendPasswordReset(deps, asked, t.services.now());
    return mails;
  };

  it("goes to the account's address with a link that sets a new password, and says when and where it was asked for [C2.012 C2.013]", async () => {
    const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" };
    ok(await call(t, "POST", "/auth/forgot-password", { headers, body: { email: ada.email } }));
    const [job] = t.jobs.slice(-1);
    const [mail, ...more] = await work({ email: "", ...job?.payload });
    expect(mail?.text).toMatch(/\nWhen: .* UTC\nBrowser: Firefox on Linux\nIP address: 127\.0\.0\.x\n/);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: ada.email, subject: "Set a new password for BBUX" });
    expect(mail?.html).toMatch(/<a class="button" href="https:\/\/bbux\.example\/reset-password\?token=[\w-]{43}"/);
    const link = /^https:\/\/bbux\.example\/reset-password\?token=([\w-]{43})$/m.exec(mail?.text ?? "");
    // Members may have no password.
    expect(mail?.text).not.toContain("your password");
    const body = { token: link?.[1], newPassword: "another good password" };
    ok(await call(t, "POST", "/auth/reset-password", { body }));
    ok(await call(t, "POST", "/auth/login", { body: { email: ada.email, password: body.newPassword } }));
  });

  it("isn't sent to an address without an account [C2.014]", async () => {
    expect(await work({ email: "nobody@example.org" })).toEqual([]);
  });
});

const mail: Mail = { to: "ada@example.org", subject: "Grüße", text: "Hello\nhttps://bbux.example/x?token=a_b-c=d\n" };

describe("mail", () => {
  it("goes to the outbox without SMTP_URL, which only this operating-system user can read [C2.015]", async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-mail-"));
    await createMailer(readEnv({ DATA_DIR }))({
      ...mail,
      html: "<p>Hello</p>",
      fromName: "BBUX",
      unsubscribe: "https://bbux.example/mail/unsubscribe?token=x",
    });
    const outbox = join(DATA_DIR, "outbox");
    const files = readdirSync(outbox);
    expect(files).toEqual([expect.stringMatching(/^[\dTZ-]+-[0-9a-f]{8}\.eml$/)]);
    const file = join(outbox, files[0] ?? "");
    expect([statSync(outbox).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("To: ada@example.org");
    expect(text).toContain("From: BBUX <no-reply@localhost>");
    expect(text).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html[\s\S]*<p>Hello<\/p>/);
    // Both headers of RFC 8058.
    expect(text).toContain("List-Unsubscribe: <https://bbux.example/mail/unsubscribe?token=x>");
    expect(text).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  });

  it.each([
    ["no-reply@ask.example", "Ask <no-reply@ask.example>"],
    ["<no-reply@ask.example>", "Ask <no-reply@ask.example>"],
    ["Help <help@ask.example>", "Help <help@ask.example>"],
  ])("from %s is signed by the platform's name, unless the operator has set one", async (MAIL_FROM, from) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-mail-"));
    await createMailer(readEnv({ DATA_DIR, MAIL_FROM }))({ ...mail, fromName: "Ask" });
    const [file = ""] = readdirSync(join(DATA_DIR, "outbox"));
    const text = readFileSync(join(DATA_DIR, "outbox", file), "utf8");
    expect(text).toContain(`From: ${from}\n`);
    expect(text).not.toContain("List-Unsubscribe");
  });

  it("has no header and no recipient that a line break in an address, a subject or a link would add", async () => {
    const evil = "\r\nBcc: eve@evil.example\r\nX-Added: yes\r\n\r\nAdded";
    const broken = { ...mail, subject: `Hello${evil}`, unsubscribe: `https://bbux.example/settings${evil}` };
    const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-mail-"));
    await createMailer(readEnv({ DATA_DIR }))({ ...broken, to: `Ada${evil} <ada@example.org>` });
    const [file = ""] = readdirSync(join(DATA_DIR, "outbox"));
    const [headers = ""] = readFileSync(join(DATA_DIR, "outbox", file), "utf8").split("\n\n");
    expect(headers).toContain("Subject: Hello");
    expect(headers).toContain("Content-Type: text/plain");
    expect(headers).not.toMatch(/^(Bcc|X-Added|Added)/im);
    const server = await smtpServer();
    try {
      await createMailer(readEnv({ SMTP_URL: `smtp://127.0.0.1:${server.port}` }))(broken);
      expect(
        server.said
          .join("")
          .match(/^RCPT TO:.*$/gm)
          ?.map((line) => line.trim()),
      ).toEqual(["RCPT TO:<ada@example.org>"]);
    } finally {
      await server.stop();
    }
  });

  it("goes to the configured server with SMTP_URL [C2.015]", async () => {
    const server = await smtpServer();
    try {
      const SMTP_URL = `smtp://127.0.0.1:${server.port}`;
      await createMailer(readEnv({ SMTP_URL, MAIL_FROM: "BBUX <mail@bbux.example>" }))(mail);
      const said = server.said.join("");
      expect(said).toContain("MAIL FROM:<mail@bbux.example>");
      expect(said).toContain("RCPT TO:<ada@example.org>");
      expect(said).toContain("https://bbux.example/x?token=");
    } finally {
      await server.stop();
    }
  });

  it("that can't be delivered is an error, so that the job tries again [C2.015]", async () => {
    const server = await smtpServer();
    await server.stop();
    const SMTP_URL = `smtp://127.0.0.1:${server.port}`;
    await expect(createMailer(readEnv({ SMTP_URL }))(mail)).rejects.toThrow(/ECONNREFUSED/);
  });
});

/** A minimal mail server: it accepts everything and records what was said. */
async function smtpServer(): Promise<{ port: number; said: string[]; stop(): Promise<void> }> {
  const said: string[] = [];
  const server = createServer((socket: Socket) => {
    let inData = false;
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      said.push(text);
      if (inData) {
        if (!text.endsWith("\r\n.\r\n")) return;
        inData = false;
        socket.write("250 taken\r\n");
      } else if (text.startsWith("DATA")) {
        inData = true;
        socket.write("354 go on\r\n");
      } else socket.write(text.startsWith("QUIT") ? "221 bye\r\n" : "250 ok\r\n");
    });
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The test's mail server has no port");
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: address.port, said, stop };
}
