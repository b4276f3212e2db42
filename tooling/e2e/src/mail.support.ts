import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the link to a page in the latest mail to this address from the test server's outbox; null while there is none. */
export function mailedLink(email: string, page: `/${string}`): string | null {
  const outbox = join(process.env.BBUX_E2E_DATA ?? "", "outbox");
  // The first mail creates the folder.
  if (!existsSync(outbox)) return null;
  const mails = readdirSync(outbox)
    .filter((name) => name.endsWith(".eml"))
    .map((name) =>
      readFileSync(join(outbox, name), "utf8")
        .replace(/=\r?\n/g, "")
        .replaceAll("=3D", "="),
    )
    .filter((mail) => mail.includes(`To: ${email}`));
  return new RegExp(`${page}\\?token=[\\w-]+`).exec(mails.at(-1) ?? "")?.[0] ?? null;
}
