// The proofs that take minutes. `npm test` runs their short form; their own commands and CI run the long form.

/**
 * @typedef {object} Proof
 * @property {string} name as in `npm run test:long crash`
 * @property {readonly string[]} files the tests that it consists of, as vitest arguments
 * @property {readonly RegExp[]} rooms paths that it covers: when one of them has changed, CI runs all of it
 */

const MONEY = [
  /^packages\/(ledger|chain|local-chain)\//,
  /^packages\/db\/src\/migrations\//,
  /^packages\/api\/src\/(money|platform\/transactions)\//,
  /^packages\/api\/src\/people\/accounts\//,
  /^apps\/server\/src\/(jobs|tests\/(money|seeds))/,
];

/** @type {readonly Proof[]} */
export const PROOFS = [
  { name: "crash", files: ["money.crash", "money.embedded"], rooms: MONEY },
  { name: "restore", files: ["money.restore"], rooms: [...MONEY, /^packages\/(backup|bucket)\//, /\/backups\//] },
  { name: "processes", files: ["money.processes"], rooms: MONEY },
  { name: "seeds", files: ["money.seeds"], rooms: MONEY },
  { name: "model", files: ["money.model"], rooms: [...MONEY, /\/(governance|posts|moderation)\//] },
  {
    name: "races",
    files: ["refunds.races"],
    rooms: [/\/(refunds|settlement|posts|answers|moderation)\//, /^packages\/ledger\//],
  },
  { name: "hostile", files: ["hostile"], rooms: [/^packages\/contract\//, /^apps\/server\/src\/http\//] },
  { name: "import", files: ["import/resume"], rooms: [/^apps\/cli\/src\/import\//] },
  { name: "simulate", files: ["simulate/src/year"], rooms: [/^tooling\/simulate\//, /\/governance\//] },
];

/**
 * What CI runs of each proof: all of it if its code has changed, otherwise the tenth whose turn it is. Changed ones come first,
 * and each turn begins with another, because CI doesn't begin one after its time.
 * @param {readonly string[]} changed paths @param {number} turn grows with the commits
 * @returns {{ proof: Proof, form: string }[]}
 */
export function due(changed, turn) {
  const first = turn % PROOFS.length;
  const all = [...PROOFS.slice(first), ...PROOFS.slice(0, first)].map((proof) => ({
    proof,
    form: changed.some((path) => covers(proof, path)) ? "on" : `${turn % 10}/10`,
  }));
  return [...all.filter(({ form }) => form === "on"), ...all.filter(({ form }) => form !== "on")];
}

/** @param {Proof} proof @param {string} path */
function covers({ files, rooms }, path) {
  return rooms.some((room) => room.test(path)) || files.some((file) => path.endsWith(`${file}.test.ts`));
}
