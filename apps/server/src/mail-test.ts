import { brandWithLogo, momentAlone, type Services } from "@bbux/api";
import type { Database } from "@bbux/db";
import type { Env } from "./env.ts";
import { letter } from "./letter.ts";
import { createMailer } from "./mail.ts";

interface MailTestDeps {
  readonly env: Env;
  readonly db: Database;
  readonly now: () => Date;
}

/** Sends a mail by the way that all mails take, but now, so that the operator sees why it fails. */
export function createMailTest({ env, db, now }: MailTestDeps): Services["mailTest"] {
  const sendMail = createMailer(env);
  return {
    isConfigured: env.SMTP_URL !== undefined,
    async send(to, language) {
      const { brand, logo } = await brandWithLogo(db);
      const site = siteOf(env);
      await sendMail(
        letter({
          ...{ brand, logo, to, language, site },
          subject: `${brand.name} email is working`,
          greeting: "Hello,",
          parts: [
            "An admin sent this test. You don't need to do anything.",
            {
              facts: [
                { label: "Sent from", value: env.MAIL_FROM },
                { label: "Sent to", value: to },
                { label: "When", value: momentAlone(now(), language) },
              ],
            },
          ],
          footer: ["You're getting this email because an admin sent a test to this address."],
        }),
      );
    },
  };
}

/** Where the platform is; null if only the system knows the port. */
function siteOf({ PUBLIC_ORIGIN, HOST, PORT }: Env): string | null {
  if (PUBLIC_ORIGIN !== undefined) return PUBLIC_ORIGIN;
  const host = ["0.0.0.0", "::", "127.0.0.1"].includes(HOST) ? "localhost" : HOST;
  return PORT === 0 ? null : `http://${host}:${PORT}`;
}
