import { AppError, readUnsubscribeToken, type Services, translate, turnDigestsOff } from "@bbux/api";
import { type Brand, brandColors, type InterfaceLanguage } from "@bbux/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { brandFilling } from "./html/brand.ts";
import { escaped } from "./html/escape.ts";
import { languageOf } from "./language.ts";
import type { Limits } from "./limits.ts";
import { networkOf } from "./network.ts";

export const UNSUBSCRIBE_PATH = "/mail/unsubscribe";

/** More than a mail program posts. */
const BODY_BYTES = 16 * 1024;

const asked = z.object({ token: z.string().max(200) });

export interface UnsubscribeDeps {
  readonly services: Pick<Services, "db" | "vault" | "brand" | "fingerprint">;
  readonly limits: Pick<Limits, "countPage" | "consume">;
}

/**
 * One-click unsubscribe by RFC 8058: the token alone decides, so neither a session nor the sender of the request matters. A GET, which
 * programs that check links send, changes nothing and shows a button.
 */
export function mountUnsubscribe(app: FastifyInstance, { services, limits }: UnsubscribeDeps): void {
  // Mail programs post a form, whose content says nothing that the address doesn't.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("*", { parseAs: "string", bodyLimit: BODY_BYTES }, (_request, _body, done) =>
    done(null),
  );
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
    await limits.countPage(request, reply);
  });

  /** @throws AppError BAD_REQUEST, RATE_LIMITED */
  const memberOf = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const token = asked.safeParse(request.query).data?.token ?? "";
    const member = await readUnsubscribeToken(services, token);
    const key = member === null ? networkOf(request.ip) : services.fingerprint(token, "unsubscribe");
    await limits.consume(reply, "link", key);
    if (member !== null) return member;
    throw new AppError("BAD_REQUEST", {
      message: "This link isn't valid. You can turn the emails off in your notification settings.",
    });
  };
  const send = async (request: FastifyRequest, reply: FastifyReply, page: Omit<Page, "language" | "brand">) => {
    const html = pageOf({ ...page, language: languageOf(request), brand: await services.brand.current() });
    return reply.type("text/html; charset=utf-8").send(html);
  };

  app.get(UNSUBSCRIBE_PATH, async (request, reply) => {
    await memberOf(request, reply);
    return send(request, reply, {
      title: "Turn off the email digest?",
      text: "We'll stop emailing you your unread notifications. You'll still get emails about the security of your account.",
      button: "Turn it off",
    });
  });
  app.post(UNSUBSCRIBE_PATH, async (request, reply) => {
    await turnDigestsOff(services.db, await memberOf(request, reply));
    return send(request, reply, {
      title: "The email digest is off",
      text: "We won't email you your notifications anymore. You'll still get emails about the security of your account.",
    });
  });
}

interface Page {
  readonly language: InterfaceLanguage;
  readonly brand: Brand;
  readonly title: string;
  readonly text: string;
  /** Posts to the page's own address. */
  readonly button?: string;
}

/** A page that works without scripts, in light and dark. */
function pageOf({ language, brand, title, text, button }: Page): string {
  const { link } = brandColors(brand);
  const say = (sentence: string) => escaped(translate(language, sentence));
  const form = button === undefined ? "" : `<form method="post"><button>${say(button)}</button></form>\n`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${say(title)} · ${escaped(brand.name)}</title>
<style>
body{margin:0;padding:24px 16px;background:#faf9f6;color:#1c1b18;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:560px;margin:0 auto}
header{display:flex;gap:10px;align-items:center;font-weight:700}
h1{margin:32px 0 8px;font-size:24px;line-height:1.3}
button{min-height:44px;padding:10px 18px;border:0;border-radius:8px;background:${link.light};color:#fff;font:inherit;font-weight:600;cursor:pointer}
a{color:${link.light}}
@media (prefers-color-scheme:dark){body{background:#161512;color:#ecebe6}button{background:${link.dark};color:#10201d}a{color:${link.dark}}}
</style>
</head>
<body>
<main>
<header>${brandFilling(brand).mark ?? ""}</header>
<h1>${say(title)}</h1>
<p>${say(text)}</p>
${form}<p><a href="/settings?tab=account">${say("Notification settings")}</a></p>
</main>
</body>
</html>
`;
}
