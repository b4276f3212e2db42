import type { TagSet } from "@bbux/contract";

interface Known {
  readonly id: TagSet["id"];
  readonly title: string;
  readonly says: string;
  readonly tags: readonly (readonly [name: string, description: string])[];
}

/** Tags that a new platform can begin with. */
export const TAG_SETS: readonly Known[] = [
  {
    id: "software",
    title: "Software",
    says: "For developers",
    tags: [
      ["javascript", "The language, its runtimes and its packages"],
      ["typescript", "Types for JavaScript: errors, inference and configuration"],
      ["python", "The language, its libraries and its tools"],
      ["databases", "Schemas, queries, indexes and transactions"],
      ["web", "HTML, CSS, browsers and accessibility"],
      ["devops", "Building, deploying, monitoring and operating software"],
      ["security", "Finding and fixing weaknesses, and keeping secrets"],
      ["algorithms", "Data structures, complexity and proofs"],
    ],
  },
  {
    id: "solana",
    title: "Solana and crypto",
    says: "For Solana users",
    tags: [
      ["solana", "Programs, transactions and nodes of the Solana network"],
      ["wallets", "Keys, signing and keeping them safe"],
      ["tokens", "Creating, holding and exchanging tokens"],
      ["smart-contracts", "Writing, testing and auditing programs on a chain"],
      ["defi", "Lending, exchanges and other financial protocols"],
      ["cryptography", "Signatures, hashes and zero-knowledge proofs"],
    ],
  },
  {
    id: "science",
    title: "Science and math",
    says: "For students and researchers",
    tags: [
      ["mathematics", "From school math to research"],
      ["statistics", "Data, models and what they show"],
      ["physics", "Matter, energy and how they behave"],
      ["chemistry", "Substances and reactions"],
      ["biology", "Living things and how they work"],
      ["machine-learning", "Models that learn from data"],
    ],
  },
  {
    id: "business",
    title: "Work and business",
    says: "For founders and freelancers",
    tags: [
      ["startups", "Starting and growing a company"],
      ["marketing", "Finding customers and talking to them"],
      ["design", "Interfaces, brands and graphics"],
      ["writing", "Texts of every kind, and editing them"],
      ["taxes", "Taxes and bookkeeping"],
      ["careers", "Applying, negotiating and changing jobs"],
    ],
  },
  {
    id: "everyday",
    title: "Everyday life",
    says: "For everyone",
    tags: [
      ["home", "Repairs, appliances and gardens"],
      ["cooking", "Recipes, techniques and kitchens"],
      ["travel", "Planning trips and getting around"],
      ["languages", "Learning and translating languages"],
      ["music", "Playing, recording and understanding music"],
      ["health", "Exercise, sleep and nutrition"],
    ],
  },
];
