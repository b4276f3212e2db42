import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDepositAddresses } from "@bbux/chain";
import type { ImportContext } from "./context.ts";
import { createSourceConverter } from "./markdown/source.ts";
import { createConverter } from "./markdown/to-markdown.ts";
import type { ProgressSink } from "./progress.ts";

type Attributes = Readonly<Record<string, string | number>>;

interface Files {
  readonly users: Attributes[];
  readonly tags: Attributes[];
  readonly posts: Attributes[];
  readonly votes?: Attributes[];
  readonly comments?: Attributes[];
  /** null for a dump without this file. */
  readonly posthistory?: Attributes[] | null;
  readonly postlinks?: Attributes[];
}

/** Writes a dump in Stack Exchange's format: a byte order mark, one row per line, everything in attributes. @returns its folder */
export function writeDump(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), "bbux-dump-"));
  for (const [name, rows] of Object.entries({ votes: [], comments: [], posthistory: [], postlinks: [], ...files })) {
    if (rows === null) continue;
    const lines = rows.map((row) => {
      const attributes = Object.entries(row).map(([key, value]) => `${key}="${escapeXml(String(value))}"`);
      return `  <row ${attributes.join(" ")} />`;
    });
    const file = `${name.charAt(0).toUpperCase()}${name.slice(1)}.xml`;
    writeFileSync(
      join(folder, file),
      `\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<${name}>\n${lines.join("\n")}\n</${name}>`,
    );
  }
  return folder;
}

function escapeXml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/\n/g, "&#xA;");
}

const DAY = "2018-03-12T17:00:45.567";

export const user = (id: number, name: string, more: Attributes = {}): Attributes => ({
  Id: id,
  DisplayName: name,
  CreationDate: DAY,
  Reputation: 101,
  ...more,
});
export const question = (id: number, title: string, body: string, more: Attributes = {}): Attributes => ({
  Id: id,
  PostTypeId: 1,
  CreationDate: DAY,
  Score: 3,
  Title: title,
  Body: body,
  Tags: "<physics>",
  OwnerUserId: 7,
  ...more,
});
export const answer = (id: number, parent: number, body: string, more: Attributes = {}): Attributes => ({
  Id: id,
  PostTypeId: 2,
  ParentId: parent,
  CreationDate: "2018-03-13T08:00:00.000",
  Score: 1,
  Body: body,
  OwnerUserId: 7,
  ...more,
});

export const comment = (id: number, post: number, text: string, more: Attributes = {}): Attributes => ({
  Id: id,
  PostId: post,
  Score: 0,
  Text: text,
  CreationDate: "2018-03-14T09:00:00.000",
  UserId: 7,
  ...more,
});
/** `type` 2 is an upvote, 3 a downvote. */
export const votes = (post: number, type: number, n: number): Attributes[] =>
  Array.from({ length: n }, () => ({ Id: 1, PostId: post, VoteTypeId: type, CreationDate: "2018-03-12T00:00:00.000" }));
export const history = (post: number, type: number, act: string, text: string, more: Attributes = {}): Attributes => ({
  Id: 1,
  PostHistoryTypeId: type,
  PostId: post,
  RevisionGUID: act,
  CreationDate: DAY,
  UserId: 7,
  Text: text,
  ...more,
});

/** A dump with the difficulties of real ones. */
export function awkwardDump(): string {
  return writeDump({
    users: [
      user(-1, "Community"),
      user(7, "Zoë Müller", { AboutMe: "<p>I <b>ask</b></p>", Location: "Graz", WebsiteUrl: "https://zoe.example/" }),
      user(8, "Zoë Müller"),
      user(9, "李雷"),
      user(10, "admin"),
      user(11, "A very long name that goes on beyond thirty characters"),
      user(12, "x"),
    ],
    tags: [
      { Id: 1, TagName: "physics", Count: 4, ExcerptPostId: 50 },
      { Id: 2, TagName: "c++", Count: 1 },
      { Id: 3, TagName: "unused", Count: 0 },
    ],
    posts: [
      question(1, 'What is "x < y" & why?', "<p>Let $a_1 &lt; b_2$.</p>", {
        AcceptedAnswerId: 3,
        Tags: "<physics><c++>",
      }),
      answer(2, 1, "<p>One.</p>", { Score: -4 }),
      answer(3, 1, "<p>Two, by someone who left.</p>", { OwnerUserId: "", OwnerDisplayName: "user4711" }),
      question(4, "Closed without an answer", "<p>Hm.</p>", { ClosedDate: DAY, Tags: "|physics|" }),
      question(5, "Closed, yet answered", "<p>Hm, hm.</p>", {
        ClosedDate: DAY,
        AcceptedAnswerId: 6,
        LastEditDate: "2019-01-01T00:00:00",
      }),
      answer(6, 5, "<p>So be it.</p>", { OwnerUserId: 4711, OwnerDisplayName: "user4711" }),
      answer(7, 999, "<p>To a question that was deleted.</p>"),
      question(8, "The accepted answer was deleted", "<p>Gone.</p>", { AcceptedAnswerId: 998, Score: -2 }),
      question(9, "With a tag that the list lacks", "<p>Who tags?</p>", { Tags: "<new-tag>", OwnerUserId: "" }),
      question(10, "", "<p>No title.</p>"),
      answer(11, 4, "<p> </p>"),
      question(12, "A long read", `<p>${"word ".repeat(7_000)}</p>`, { Tags: "" }),
      { Id: 50, PostTypeId: 4, CreationDate: DAY, Score: 0, Body: "<p>How the <em>world</em> works.</p>" },
      { Id: 51, PostTypeId: 5, CreationDate: DAY, Score: 0, Body: "<p>At length.</p>" },
      { Id: 52, PostTypeId: 4, CreationDate: DAY, Score: 0, Body: "<p>Of a tag that is gone.</p>" },
    ],
  });
}

export const silent: ProgressSink = { begin: () => undefined, update: () => undefined, end: () => undefined };
const addresses = createDepositAddresses(new Uint8Array(32).fill(1));
const toMarkdown = createConverter("test.example");
export const testContext: ImportContext = {
  source: "test.example",
  site: "test.example",
  attribution: false,
  toMarkdown,
  fromSource: createSourceConverter(toMarkdown, "test.example"),
  depositAddresses: async (ids) => ids.map((id) => ({ address: addresses.addressOf(id), version: 1 })),
};
