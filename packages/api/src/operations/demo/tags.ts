import type { DemoTag } from "./demo.types.ts";

const language = "#3d6b99";
const data = "#2f6f6a";
const web = "#8a4f6d";
const chain = "#7a5c9e";
const science = "#86702c";
const practice = "#9a5b3f";
const systems = "#4f6d7a";

export const tags: readonly DemoTag[] = [
  { name: "javascript", description: "The language of the browser, and of Node.", color: language },
  { name: "typescript", description: "JavaScript with types, and what the compiler makes of them.", color: language },
  { name: "python", description: "The language and its standard library.", color: language },
  { name: "rust", description: "Ownership, lifetimes, async and the rest of the language.", color: language },
  { name: "sql", description: "The query language, whatever the database.", color: data },
  { name: "postgresql", description: "The database: queries, plans, locks, operation.", color: data },
  { name: "database-design", description: "Tables, keys, constraints, and how to change them later.", color: data },
  { name: "performance", description: "Why is it slow, and how do I know?", color: systems },
  { name: "concurrency", description: "Things that happen at once: locks, races, queues.", color: systems },
  { name: "linux", description: "Processes, signals, files and the shell.", color: systems },
  { name: "docker", description: "Building and running containers.", color: systems },
  { name: "networking", description: "From sockets to HTTP.", color: systems },
  { name: "react", description: "Components, hooks, rendering.", color: web },
  { name: "css", description: "Layout and looks.", color: web },
  { name: "accessibility", description: "Interfaces for everybody: keyboard, screen reader, contrast.", color: web },
  { name: "git", description: "History, branches, and getting out of trouble with them.", color: practice },
  { name: "testing", description: "Showing that it works, and that it still does.", color: practice },
  { name: "code-review", description: "Reading changes before they land.", color: practice },
  { name: "security", description: "Keeping secrets secret and attackers out.", color: practice },
  { name: "cryptography", description: "Hashes, signatures, keys: using them right.", color: chain },
  { name: "solana", description: "Transactions, accounts and programs on Solana.", color: chain },
  { name: "wallets", description: "Keys, addresses, and moving money between them.", color: chain },
  { name: "money", description: "Amounts, rounding, interest, and software that handles them.", color: science },
  { name: "mathematics", description: "Proofs and calculations at any level.", color: science },
  { name: "statistics", description: "Estimates, tests, and how sure one may be.", color: science },
  { name: "physics", description: "How the world works, with units.", color: science },
];
