import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** A file or directory gets another name. Whatever has that name already stays, and the move counts as done. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

const PLAN = "restore.plan";

/**
 * Makes several moves as one: they are written down in the data directory first, and when the process is killed between them, the next
 * start or restore makes those that are left ({@link finishInstall}).
 * @param onMoved after each
 */
export function installAtOnce(dataDir: string, moves: readonly Move[], onMoved: () => void = () => undefined): void {
  const plan = join(dataDir, PLAN);
  // The data directory may be mounted elsewhere by then.
  const inside = ({ from, to }: Move) => ({
    from: relative(dataDir, resolve(from)),
    to: relative(dataDir, resolve(to)),
  });
  writeFileSync(`${plan}.new`, JSON.stringify(moves.map(inside)), { mode: 0o600 });
  sync(`${plan}.new`);
  renameSync(`${plan}.new`, plan);
  sync(dataDir);
  finishInstall(dataDir, onMoved);
}

/** Whether a restore was interrupted while it put things in their place. */
export const isInstalling = (dataDir: string): boolean => existsSync(join(dataDir, PLAN));

/** Makes what is left of an interrupted {@link installAtOnce}. @returns whether there was one */
export function finishInstall(dataDir: string, onMoved: () => void = () => undefined): boolean {
  const plan = join(dataDir, PLAN);
  if (!existsSync(plan)) return false;
  const moves: Move[] = JSON.parse(readFileSync(plan, "utf8"));
  for (const { from, to } of moves.map((move) => ({ from: join(dataDir, move.from), to: join(dataDir, move.to) }))) {
    if (existsSync(from) && !existsSync(to)) renameSync(from, to);
    onMoved();
  }
  sync(dataDir);
  rmSync(plan);
  return true;
}

function sync(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
