import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brandColors, contrast, DEFAULT_BRAND } from "@bbux/contract";
import { expect, it } from "vitest";
import { ABOUT_SECURITY, letter, lifetimeText } from "./letter.ts";

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
  site: "https://bbux.example",
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
    "Open BBUX: https://bbux.example",
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
  expect(html).not.toMatch(/<(script|i|b|link|iframe)\b|\bsrc=(?!"cid:)|url\(|@import/);
  expect(html).toContain("bob answered “&lt;script&gt;alert(1)&lt;/script&gt;”");
  expect(html).toContain("First line<br>second &amp; line");
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    "https://bbux.example/x?a=1&amp;b=&quot;2",
    "https://bbux.example/posts/1",
    "https://bbux.example/settings",
    "https://bbux.example",
  ]);
});

const facts = [
  { label: "Recipient gets", value: "0.97 SOL", isTotal: true },
  { label: "When", value: "November 30, 2026, 10:44 PM UTC" },
  { label: "To", value: "4Nd1<b>", isExact: true },
];
const steps = [
  { text: "Freeze & wait", link: { label: "Freeze my account", url: "https://bbux.example/freeze" } },
  { text: "Set a new password.", link: { label: "Set a new password", url: "https://bbux.example/forgot-password" } },
  {
    text: "Undo it.",
    link: { label: "Undo the change", url: "https://bbux.example/undo" },
    otherwise: { text: "Link expired?", link: { label: "Freeze your account.", url: "https://bbux.example/frozen" } },
  },
  { text: "Tell us." },
];
const listed = letter({
  ...{ brand: DEFAULT_BRAND, logo: null, to: "ada@example.org", language: "de", site: null },
  ...{ subject: "Lists", greeting: "Hello ada,", parts: [{ facts }, { steps }], footer: [ABOUT_SECURITY] },
});

it("lists facts as rows with a label in the reader's language, and as lines of the text", () => {
  expect(listed.text).toContain(
    "\n\nEmpfänger bekommt: 0.97 SOL\nWann: November 30, 2026, 10:44 PM UTC\nAn: 4Nd1<b>\n\n",
  );
  const rows = [
    ...(listed.html ?? "").matchAll(/<th class="quiet" scope="row"[^>]*>(.*?)<\/th><td ([^>]*)>(.*?)<\/td>/g),
  ];
  expect(rows.map(([, label, , value]) => [label, value])).toEqual([
    ["Empfänger bekommt", "0.97 SOL"],
    ["Wann", "November 30, 2026, 10:44&nbsp;PM&nbsp;UTC"],
    ["An", "4Nd1&lt;b&gt;"],
  ]);
  expect(rows.map(([, , style]) => style?.includes("monospace"))).toEqual([false, false, true]);
  expect(rows.map(([, , style]) => style?.includes("font-weight:600"))).toEqual([true, false, false]);
});

it("numbers steps, the first link of which is the mail's one button", () => {
  expect(listed.text).toContain(
    "1. Freeze & wait\nhttps://bbux.example/freeze\n\n2. Neues Passwort festlegen.\nhttps://bbux.example/forgot-password\n\n3. Undo it.\nhttps://bbux.example/undo\nLink abgelaufen? Frier dein Konto ein.\nhttps://bbux.example/frozen\n\n4. Tell us.\n",
  );
  const drawn = [...(listed.html ?? "").matchAll(/<li [^>]*>|<a class="(button|plain)"/g)].map(
    ([, kind]) => kind ?? "step",
  );
  expect(drawn).toEqual(["step", "button", "step", "plain", "step", "plain", "plain", "step"]);
});

it("says why it was sent and, if it knows, where the site is", () => {
  expect(
    listed.text.endsWith("\n\n-- \nDu bekommst diese E-Mail, weil es um die Sicherheit deines Kontos geht.\n"),
  ).toBe(true);
  expect(mail.html).toMatch(/<br><a [^>]*href="https:\/\/bbux\.example"[^>]*>Open BBUX<\/a><\/p>/);
  const german = letter({
    ...{ brand: { ...DEFAULT_BRAND, name: "Ask & Tell" }, logo: null, to: "ada@example.org", language: "de" },
    ...{ subject: "Hi", greeting: "Hello ada,", parts: [], footer: [ABOUT_SECURITY], site: "https://ask.example" },
  });
  expect(german.text).toMatch(/ geht\.\nAsk & Tell öffnen: https:\/\/ask\.example\n$/);
  expect(german.html).toMatch(/ geht\. <a [^>]*href="https:\/\/ask\.example"[^>]*>Ask &amp; Tell öffnen<\/a><\/p>/);
});

it("has its subject as the heading unless it has a shorter one, one main link, and the app's own logo where there is no other", () => {
  const parts = ["one", "two"].map((label) => ({ label, url: `https://bbux.example/${label}` }));
  const { html = "", images } = letter({
    ...{ brand: DEFAULT_BRAND, logo: null, to: "ada@example.org", language: "en" },
    ...{ subject: "Two links", greeting: "Hello ada,", parts, footer: [], site: null },
  });
  expect(html).toMatch(/<h1 [^>]*>Two links<\/h1>/);
  const drawn = [...html.matchAll(/<a class="(\w+)" [^>]*>(\w+)<\/a>/g)].map(([, kind, label]) => [kind, label]);
  expect(drawn).toEqual([
    ["button", "one"],
    ["plain", "two"],
  ]);
  expect(html).toContain('<img src="cid:logo" width="32" height="32" alt="B" aria-hidden="true"');
  expect(images).toEqual([{ cid: "logo", content: readFileSync(join(import.meta.dirname, "letter-logo.png")) }]);
  const short = letter({
    ...{ brand: DEFAULT_BRAND, logo: null, to: "ada@example.org", language: "en", site: null, footer: [] },
    ...{ subject: { said: "Frozen on BBUX" }, heading: "Frozen", greeting: "Hello ada,", parts: [] },
  });
  expect(short.html).toMatch(/<h1 [^>]*>Frozen<\/h1>/);
  expect(short.subject).toBe("Frozen on BBUX");
});

it("draws a link that is only on offer beneath the others, and says in the text what it opens", () => {
  const { html = "", text } = letter({
    ...{ brand: DEFAULT_BRAND, logo: null, to: "ada@example.org", language: "en", site: null, footer: [] },
    ...{ subject: "Hi", greeting: "Hello ada," },
    parts: [
      { label: "View it", url: "https://bbux.example/it", isQuiet: true },
      { strong: "Do <this> now:" },
      { label: "Freeze", url: "https://bbux.example/freeze" },
    ],
  });
  const drawn = [...html.matchAll(/<a class="(\w+)" [^>]*>([\w ]+)<\/a>/g)].map(([, kind, label]) => [kind, label]);
  expect(drawn).toEqual([
    ["plain", "View it"],
    ["button", "Freeze"],
  ]);
  expect(html).toMatch(/<p style="[^"]*font-weight:600">Do &lt;this&gt; now:<\/p>/);
  expect(text).toContain("\n\nView it: https://bbux.example/it\n\nDo <this> now:\n\nhttps://bbux.example/freeze\n\n");
});

it("has the ends of an address, which people compare, stand out, and none of its characters twice", () => {
  const address = "4Nd1mYQzv4r1mYQzv4r1bBuX";
  const { html = "" } = letter({
    ...{ brand: DEFAULT_BRAND, logo: null, to: "ada@example.org", language: "en", site: null, footer: [] },
    ...{ subject: "Hi", greeting: "Hello ada,", parts: [{ facts: [{ label: "To", value: address, isExact: true }] }] },
  });
  const [, value = ""] = /<td [^>]*>(.*?)<\/td>/.exec(html) ?? [];
  expect([...value.matchAll(/<span [^>]*font-weight:600[^>]*>(\w+)<\/span>/g)].map(([, end]) => end)).toEqual([
    "4Nd1",
    "bBuX",
  ]);
  expect(value.replaceAll(/<[^>]+>/g, "")).toBe(address);
});

it.each([
  [1, "1 minute"],
  [60, "1 hour"],
  [90, "90 minutes"],
  [1_440, "24 hours"],
])("says that a link of %i minutes works for %s", (minutes, text) => expect(lifetimeText(minutes)).toBe(text));

it("has white text on the app's button colors and readable quiet text, in light and dark", () => {
  const { html = "" } = mail;
  const [, fill = ""] = /class="button"[^>]*color:#ffffff;background:(#\w+)/.exec(html) ?? [];
  const [, darkFill = ""] = /\.button\{background:(#\w+)!important\}/.exec(html) ?? [];
  expect([fill, darkFill]).toEqual(["#0f544c", "#1f7a6e"]);
  const [, quiet = ""] = /<p class="quiet" style="[^"]*color:(#\w+)/.exec(html) ?? [];
  const [, darkQuiet = ""] = /\.quiet\{color:(#\w+)!important\}/.exec(html) ?? [];
  const pairs = [
    [fill, "#ffffff"],
    [darkFill, "#ffffff"],
    ...["#faf9f6", "#ffffff"].map((surface) => [quiet, surface]),
    ...["#161513", "#1d1b19"].map((surface) => [darkQuiet, surface]),
  ] as const;
  for (const [one = "", other = ""] of pairs) expect(contrast(one, other), `${one} ${other}`).toBeGreaterThan(4.5);
});

it("has the brand's name, escaped, its colors and its logo, which comes with the mail, and is sent and signed in its name", () => {
  const logo = Buffer.from("a picture");
  const brand = {
    ...{ ...DEFAULT_BRAND, name: "Ask & <Answer>", logo: "0".repeat(32) },
    ...{ accentLight: "#5b21b6", accentDark: "#c4b5fd" },
  };
  const parts = [{ label: "Open it", url: "https://ask.example/" }];
  const branded = letter({
    language: "en",
    to: "ada@example.org",
    subject: "Hi",
    greeting: "Hello ada,",
    parts,
    brand,
    logo,
    footer: ["Because."],
    site: null,
  });
  expect(branded.html).toContain('<img src="cid:logo" width="32" height="32" alt="A"');
  expect(branded.html).toContain("Ask &amp; &lt;Answer&gt;</p>");
  expect(branded.html).not.toContain("— Ask");
  expect(branded.text.endsWith("\n\n— Ask & <Answer>\n\n-- \nBecause.\n")).toBe(true);
  expect(branded.fromName).toBe("Ask & <Answer>");
  expect(branded.html).toContain("background:#5b21b6");
  const { fill } = brandColors(brand);
  expect(contrast(fill.dark, "#ffffff")).toBeGreaterThan(4.5);
  expect(branded.html).not.toContain("#0f544c");
  expect(branded.html).toContain(`.button{background:${fill.dark}!important}`);
  expect(branded.images).toEqual([{ cid: "logo", content: logo }]);
});
