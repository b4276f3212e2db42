import { sql } from "kysely";
import { sendEmailChange } from "../jobs/email-change-mail.ts";
import type { Mail } from "../mail.ts";
import { createTestApp, TEST_PASSWORD, type TestApp, type TestMember } from "../testing.ts";
import { optionsToUse, type Passkey } from "./passkeys.support.ts";
import { dueSecurityMails } from "./security-mails.support.ts";
import { call, ok } from "./support.ts";

export const MAIL_ORIGIN = "https://bbux.example";

/** An app that confirms addresses and holds withdrawals. @param skew by how much its clock is ahead (ms) */
export const startEmailChanges = (skew: () => number): Promise<TestApp> =>
  createTestApp({
    env: { EMAIL_VERIFICATION: "on", SMTP_URL: "smtp://127.0.0.1:1", SECURITY_HOLD_HOURS: "24" },
    skew,
  });

export const tokenIn = (mail: Mail | undefined, page: string): string =>
  new RegExp(`https://bbux\\.example/${page}\\?token=([\\w-]+)\\n`).exec(mail?.text ?? "")?.[1] ?? "";

/** Calls about the email address, and what they mail, of an app that is started later. */
export function emailChangesOf(app: () => TestApp) {
  let count = 0;
  const mails: Mail[] = [];
  const sendMail = async (mail: Mail) => void mails.push(mail);
  const request = (as: TestMember, newEmail: string) => call(app(), "POST", "/auth/email", { as, body: { newEmail } });
  return {
    mails,
    sendMail,
    request,
    fresh: (how: Parameters<TestApp["member"]>[1] = {}) => app().member(`mover${++count}`, how),
    address: (name = "new") => `${name}${++count}@example.org`,
    confirm: (token: string) => call(app(), "POST", "/auth/email/confirm", { body: { token } }),
    undo: (token: string) => call(app(), "POST", "/auth/email/undo", { body: { token } }),
    login: (email: string, password = TEST_PASSWORD, code?: string) =>
      call(app(), "POST", "/auth/login", { body: { email, password, ...(code !== undefined && { code }) } }),
    byPasskey: async (passkey: Passkey) =>
      call(app(), "POST", "/auth/passkey/login", { body: { passkey: passkey.use(await optionsToUse(app())) } }),
    me: async (as: TestMember) => ok(await call(app(), "GET", "/auth/me", { as })).user,
    /** Asks for a change and does the queued job. @returns the token mailed to the new address */
    async asked(as: TestMember, newEmail: string): Promise<string> {
      ok(await request(as, newEmail));
      const job = { db: app().database.db, verifiesEmail: true, sendMail, origin: MAIL_ORIGIN };
      await sendEmailChange(job, { userId: as.id, newEmail }, app().services.now());
      const mail = mails.findLast(({ to }) => to === newEmail);
      return tokenIn(mail, "confirm-email-change");
    },
    /** Sends what is due. @returns the token of the link in the latest mail to this address that undoes a change */
    async undoToken(to: string): Promise<string> {
      mails.push(...(await dueSecurityMails(app(), { verifiesEmail: true })));
      const mail = mails.findLast((one) => one.to === to);
      return tokenIn(mail, "undo-email-change");
    },
    /** Why the member's withdrawals are held. */
    async causes({ id }: TestMember): Promise<string[]> {
      const { rows } = await sql<{ cause: string }>`
        select cause from security_holds where user_id = ${id} order by cause`.execute(app().database.ownerDb);
      return rows.map(({ cause }) => cause);
    },
  };
}
