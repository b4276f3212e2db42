import type { DemoMember } from "./demo.types.ts";

/** One password for all: whoever starts the demo reads it in the terminal. */
export const DEMO_PASSWORD = "demo-password-1";

export const emailOf = (username: string): string => `${username}@demo.example`;

export const members: readonly DemoMember[] = [
  {
    username: "maren",
    firstName: "Maren",
    lastName: "Holt",
    bio: "Keeps this place running. Asks too many questions about clocks and money.",
    location: "Bergen",
    role: "admin",
    funds: "20",
    joinedDaysAgo: 240,
  },
  {
    username: "teodor",
    firstName: "Teodor",
    lastName: "Ilić",
    bio: "Moderator. Twenty years of Linux, most of them spent reading logs.",
    location: "Novi Sad",
    role: "moderator",
    funds: "8",
    joinedDaysAgo: 214,
  },
  {
    username: "amara",
    firstName: "Amara",
    lastName: "Okafor",
    bio: "Data engineer. I like queries that finish before the coffee does.",
    location: "Lagos",
    role: "user",
    funds: "32.5",
    joinedDaysAgo: 190,
  },
  {
    username: "kenji",
    firstName: "Kenji",
    lastName: "Morita",
    bio: "Rust and Solana. Previously embedded systems, where nothing retries for you.",
    location: "Fukuoka",
    role: "user",
    funds: "45",
    joinedDaysAgo: 171,
  },
  {
    username: "lucia_p",
    firstName: "Lucía",
    lastName: "Paredes",
    bio: "Physics by day, statistics when the detector is down.",
    location: "Valparaíso",
    role: "user",
    funds: "12.5",
    joinedDaysAgo: 150,
  },
  {
    username: "oskar",
    firstName: "Oskar",
    lastName: "Lindqvist",
    bio: "Backend developer. PostgreSQL is my favourite operating system.",
    location: "Malmö",
    role: "user",
    funds: "18",
    joinedDaysAgo: 133,
  },
  {
    username: "priya",
    firstName: "Priya",
    lastName: "Raman",
    bio: "Front end and accessibility. If it does not work from the keyboard, it does not work.",
    location: "Chennai",
    role: "user",
    funds: "30",
    joinedDaysAgo: 96,
  },
  {
    username: "noor",
    firstName: "Noor",
    lastName: "Haddad",
    bio: "Second-year student, learning in public.",
    location: "Amman",
    role: "user",
    funds: "3",
    joinedDaysAgo: 41,
  },
];
