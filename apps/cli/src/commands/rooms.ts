import { addRoom, listAllRooms, renameRoom } from "@bbux/api/operator";
import type { Command } from "commander";
import type { Services } from "../services.ts";

export function addRoomCommands(program: Command, { withDatabase, console }: Services): void {
  const rooms = program.command("rooms").description("The rooms of the chat.");
  rooms
    .command("list")
    .description("List the rooms in their order, with their messages and members.")
    .action(() =>
      withDatabase("read", async (db) => {
        const found = await listAllRooms(db);
        const width = Math.max(...found.map(({ slug }) => slug.length));
        for (const { slug, name, description, messages, members } of found) {
          const numbers = `${String(messages).padStart(7)} messages  ${String(members).padStart(6)} members`;
          console.out(`${slug.padEnd(width)}  ${numbers}  ${name}${description === "" ? "" : `: ${description}`}`);
        }
      }),
    );
  rooms
    .command("add")
    .description("Open a room, behind the others.")
    .argument("<slug>", "what addresses call it: small letters and digits, words with - between them")
    .argument("<name>", "what members read; quote it when it has spaces")
    .option("--description <text>", "what it is for")
    .action((slug: string, name: string, options: { description?: string }) =>
      withDatabase("app", async (db) => {
        await addRoom(db, { slug, name, ...options });
        console.out(`Opened ${slug}: /chat/${slug}`);
      }),
    );
  rooms
    .command("rename")
    .description("Give a room another name. Its address stays.")
    .argument("<slug>", "what addresses call it")
    .argument("<name>", "what members read")
    .option("--description <text>", "what it is for; without it that stays")
    .action((slug: string, name: string, options: { description?: string }) =>
      withDatabase("app", async (db) => {
        await renameRoom(db, slug, { name, ...options });
        console.out(`${slug} is now ${name.trim()}`);
      }),
    );
}
