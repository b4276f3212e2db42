// What newcomers wrote, waiting for a review (docs/adr/0043).
export { leaveQueue, queueEdited, queueWritten, rejoinQueue } from "./queue.command.ts";
