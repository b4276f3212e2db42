import { basename, resolve } from "node:path";
import type { Database } from "@bbux/db";
import type { Command } from "commander";
import type { ImportContext } from "../import/context.ts";
import { createSourceConverter } from "../import/markdown/source.ts";
import { createConverter } from "../import/markdown/to-markdown.ts";
import { createProgress } from "../import/progress.ts";
import { importDump, total } from "../import/run.ts";
import { summarize } from "../import/summary.ts";
import { verifyImport } from "../import/verify/verify.ts";
import { CommandError } from "../operator.ts";
import type { Services } from "../services.ts";
import type { Keys } from "../with-signer.ts";

interface Options {
  readonly site?: string;
  readonly attribution: boolean;
  readonly verify?: boolean;
}

const HELP = `
The folder holds the unpacked dump: Posts.xml, Users.xml and Tags.xml at least; Votes.xml,
Comments.xml, PostHistory.xml and PostLinks.xml if there are. An import that was stopped continues
where it was when the command is given again; one that is through changes nothing. See docs/IMPORT.md.

Example:
  npm run cli -- import ~/dumps/quantumcomputing --site quantumcomputing.stackexchange.com --verify`;

export function addImport(program: Command, services: Services): void {
  program
    .command("import")
    .summary("move a Stack Exchange community in")
    .description(
      "Import questions, answers, comments, scores, edit histories, links, tags and members from a Stack Exchange data dump.",
    )
    .argument("<folder>", "where the dump is unpacked")
    .option(
      "--site <host>",
      "where the dump is from, for links and the credit under each text (default: the folder's name)",
    )
    .option("--no-attribution", "leave out the credit that CC BY-SA asks for, because you give it elsewhere")
    .option("--verify", "compare dump and platform afterwards; exits with 1 when they differ")
    .addHelpText("after", HELP)
    .action((folder: string, options: Options) =>
      services.withDatabase("owner", (db) => services.withSigner((keys) => run(db, folder, options, services, keys))),
    );
}

async function run(
  db: Database,
  folder: string,
  options: Options,
  { console, terminal }: Services,
  { signer }: Keys,
): Promise<void> {
  const startedAt = Date.now();
  const context = contextOf(resolve(folder), options, signer.newAddresses);
  const counts = total(await importDump(db, folder, context, createProgress(terminal)));
  console.out(summarize(counts, context.source, (Date.now() - startedAt) / 1_000));
  if (!options.verify) return;

  const { checked, differences } = await verifyImport(db, folder, context);
  console.out(["", "Compared with the dump", ...checked.map((line) => `  ${line}`)].join("\n"));
  for (const line of differences.slice(0, 50)) console.out(`  differs: ${line}`);
  if (differences.length > 0) throw new CommandError(`Dump and platform differ in ${differences.length} places`);
  console.out("  Dump and platform agree");
}

function contextOf(
  folder: string,
  options: Options,
  depositAddresses: ImportContext["depositAddresses"],
): ImportContext {
  const source = (options.site ?? basename(folder)).toLowerCase();
  if (source.length > 253 || /[\s/]/.test(source))
    throw new CommandError(`--site takes a host such as bicycles.stackexchange.com`, 2);
  const site = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(source) ? source : null;
  const toMarkdown = createConverter(site);
  const fromSource = createSourceConverter(toMarkdown, site);
  return { source, site, attribution: options.attribution, toMarkdown, fromSource, depositAddresses };
}
