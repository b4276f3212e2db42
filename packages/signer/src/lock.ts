import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { privateFolder } from "./private-folder.ts";

/**
 * Takes the lock of a signer's directory, which the system gives back when the process ends, however it ends. Two signers on one
 * directory would each know half of what was signed.
 * @returns a function that gives it back, or null while another process has it
 */
export async function lockDirectory(dir: string): Promise<(() => void) | null> {
  privateFolder(dir);
  // A name in Linux's abstract namespace has no file that a killed process leaves behind.
  const name = createHash("sha256").update(realpathSync(dir)).digest("hex");
  const server = createServer((socket) => socket.destroy());
  const isOurs = await listen(server, process.platform === "linux" ? `\0bbux-signer-${name}` : `${dir}/lock`);
  server.unref();
  return isOurs ? () => void server.close() : null;
}

function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    });
    server.listen(path, () => resolve(true));
  });
}
