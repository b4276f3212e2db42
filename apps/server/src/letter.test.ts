import { DEFAULT_BRAND } from "@bbux/contract";
import { expect, it } from "vitest";
import { letter } from "./letter.ts";

const mail = letter({
  brand: DEFAULT_BRAND,
  logo: null,
  to: "ada@example.org",
  language: "en",
  subject: "Two notifications",
  greeting: "Hello <b>ada</b>,",
  parts: [
    "First line\nsecond & line",
    { label: "Open it", url: 'https://bbux.example/x?a=1&b="2' },
    {
      title: "bob answered “<script>alert(1)</script>”",
      message: "It's <i>so</i>",
      url: "https://bbux.example/posts/1",
    },
    { title: "No page", message: "of its own" },
  ],
  footer: ["You asked for it:", { label: "Email settings", url: "https://bbux.example/settings" }],
  unsubscribe: "https://bbux.example/settings",
});

it("says as text what it says as HTML, with whole addresses on lines of their own", () => {
  expect(mail.text.split("\n")).toEqual([
    "Hello <b>ada</b>,",
    "",
    "First line",
    "second & line",
    "",
    'https://bbux.example/x?a=1&b="2',
    "",
    "bob answered “<script>alert(1)</script>”",
    "It's <i>so</i>",
    "https://bbux.example/posts/1",
    "",
    "No page",
    "of its own",
    "",
    "— BBUX",
    "",
    "-- ",
    "You asked for it:",
    "https://bbux.example/settings",
    "",
  ]);
  expect([mail.to, mail.subject, mail.unsubscribe]).toEqual([
    "ada@example.org",
    "Two notifications",
    "https://bbux.example/settings",
  ]);
});

it("is HTML without anything of what members wrote but text, and loads nothing", () => {
  const html = mail.html ?? "";
  expect(html).not.toMatch(/<(script|i|b|img|link|iframe)\b|\bsrc=|url\(|@import/);
  expect(html).toContain("bob answered “&lt;script&gt;alert(1)&lt;/script&gt;”");
  expect(html).toContain("First line<br>second &amp; line");
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    "https://bbux.example/x?a=1&amp;b=&quot;2",
    "https://bbux.example/posts/1",
    "https://bbux.example/settings",
  ]);
});

it("has its subject as the heading, one main link, and a letter where there is no logo", () => {
  const parts = ["one", "two"].map((label) => ({ label, url: `https://bbux.example/${label}` }));
  const { html = "" } = letter({
    ...{ brand: DEFAULT_BRAND, logo: null, to: "ada@example.org", language: "en" },
    ...{ subject: "Two links", greeting: "Hello ada,", parts },
  });
  expect(html).toMatch(/<h1 [^>]*>Two links<\/h1>/);
  const drawn = [...html.matchAll(/<a class="(\w+)" [^>]*>(\w+)<\/a>/g)].map(([, kind, label]) => [kind, label]);
  expect(drawn).toEqual([
    ["button", "one"],
    ["plain", "two"],
  ]);
  expect(html).toMatch(/aria-hidden="true"[^>]*>B<\/span> BBUX</);
});

it("has the brand's name, escaped, its colors and its logo, which comes with the mail, and is sent and signed in its name", () => {
  const logo = Buffer.from("a picture");
  const brand = { ...DEFAULT_BRAND, name: "Ask & <Answer>", accentLight: "#5b21b6", accentDark: "#c4b5fd" };
  const parts = [{ label: "Open it", url: "https://ask.example/" }];
  const branded = letter({
    language: "en",
    to: "ada@example.org",
    subject: "Hi",
    greeting: "Hello ada,",
    parts,
    brand,
    logo,
  });
  expect(branded.html).toContain('<img src="cid:logo" width="32" height="32" alt=""');
  expect(branded.html).toContain("Ask &amp; &lt;Answer&gt;</p>");
  expect(branded.html).toContain(">— Ask &amp; &lt;Answer&gt;</p>");
  expect(branded.text.endsWith("\n\n— Ask & <Answer>\n")).toBe(true);
  expect(branded.fromName).toBe("Ask & <Answer>");
  expect(branded.html).toContain("background:#5b21b6");
  expect(branded.html).toContain("background:#c4b5fd!important");
  expect(branded.html).not.toContain("#0f544c");
  expect(branded.images).toEqual([{ cid: "logo", content: logo }]);
  expect([mail.images, mail.html?.includes("<img")]).toEqual([undefined, false]);
});
