let load: () => Promise<boolean> = async () => true;

/** Says how what loads wallets is itself loaded, which the shell knows. @param next resolves with whether it's there */
export function setHostLoader(next: () => Promise<boolean>): void {
  load = next;
}

/** @returns whether what loads wallets is there */
export function loadHost(): Promise<boolean> {
  return load();
}
