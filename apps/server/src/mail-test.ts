import { brandWithLogo, type Services } from "@bbux/api";
import type { Database } from "@bbux/db";
import type { Env } from "./env.ts";
import { letter } from "./letter.ts";
import { createMailer } from "./mail.ts";

/** Sends a mail by the way that all mails take, but now, so that the operator sees why it fails. */
export function createMailTest(env: Env, db: Database): Services["mailTest"] {
  const sendMail = createMailer(env);
  return {
    isConfigured: env.SMTP_URL !== undefined,
    async send(to) {
      const { brand, logo } = await brandWithLogo(db);
      await sendMail(
        letter({
          brand,
          logo,
          to,
          language: "en",
          subject: `Mail from ${brand.name} works`,
          greeting: "Hello,",
          parts: ["An admin sent this email to check that emails arrive. The others look like this one."],
        }),
      );
    },
  };
}
