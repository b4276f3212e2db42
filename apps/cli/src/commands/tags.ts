import { addTag, listTags } from "@bbux/api/operator";
import { LIMITS } from "@bbux/contract";
import type { Command } from "commander";
import type { Services } from "../services.ts";

export function addTagCommands(program: Command, { withDatabase, console }: Services): void {
  const tags = program.command("tags").description("The tags that members choose from when they post.");
  tags
    .command("add")
    .description("Add a tag.")
    .argument("<name>", "1 to 64 characters; quote it when it has spaces")
    .option("--description <text>", "what the tag is for")
    .option("--color <#rrggbb>", "the color of its badge; quote it, # begins a comment in shells")
    .action((name: string, options: { description?: string; color?: string }) =>
      withDatabase("app", async (db) => {
        const id = await addTag(db, { name, ...options });
        console.out(`Added ${name.trim()} (id ${id})`);
      }),
    );
  tags
    .command("list")
    .description("List the tags, the most used first.")
    .option("--search <text>", "only those with this in their name")
    .action((options: { search?: string }) =>
      withDatabase("read", async (db) => {
        const found = await listTags(db, { ...options, limit: LIMITS.tagList.max });
        const width = Math.max(4, ...found.map(({ name }) => name.length));
        for (const { name, postCount, color, description } of found) {
          console.out(
            `${name.padEnd(width)}  ${String(postCount).padStart(7)}  ${color}  ${description ?? ""}`.trimEnd(),
          );
        }
        console.err(`${found.length} tags`);
      }),
    );
}
