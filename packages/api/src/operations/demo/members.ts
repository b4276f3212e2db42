import type { DemoMember } from "./demo.types.ts";

/** The one password of all demo accounts, printed in the terminal. */
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
    links: {
      website: "https://maren.example",
      linkedin: "https://www.linkedin.com/in/maren-holt-demo",
    },
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
    links: {
      github: "https://github.com/teodor-ilic-demo",
      stackoverflow: "https://stackoverflow.com/users/0/teodor-demo",
    },
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
    links: {
      website: "https://data.amara.example",
      github: "https://github.com/amara-okafor-demo",
      linkedin: "https://www.linkedin.com/in/amara-okafor-demo",
      medium: "https://medium.com/@amara-okafor-demo",
    },
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
    links: {
      website: "https://kenji.example",
      github: "https://github.com/kenji-morita-demo",
      twitter: "https://twitter.com/kenji_demo",
      discord: "https://discord.gg/demo-only",
      stackoverflow: "https://stackoverflow.com/users/0/kenji-demo",
    },
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
    links: {
      website: "https://detector.example/lucia",
      youtube: "https://www.youtube.com/@lucia-paredes-demo",
    },
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
    links: {
      github: "https://github.com/oskar-lindqvist-demo",
      devto: "https://dev.to/oskar-lindqvist-demo",
    },
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
    links: {
      website: "https://a11y.example",
      github: "https://github.com/priya-raman-demo",
      linkedin: "https://www.linkedin.com/in/priya-raman-demo",
      devto: "https://dev.to/priya-raman-demo",
    },
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
    links: {
      github: "https://github.com/noor-haddad-demo",
      reddit: "https://www.reddit.com/user/noor-haddad-demo",
    },
  },
];

/** Signed up today and hasn't confirmed the email address, to try what that is like. */
export const newcomer: DemoMember = {
  username: "abena",
  firstName: "Abena",
  lastName: "Mensah",
  bio: "New here. Learning to read stack traces.",
  location: "Kumasi",
  role: "user",
  funds: "1",
  joinedDaysAgo: 0,
  links: {},
};

/** Signs in with a code, too, to try what that is like. */
export const guarded: DemoMember = {
  username: "ines",
  firstName: "Inês",
  lastName: "Duarte",
  bio: "Treasurer of three clubs. Locks the door twice.",
  location: "Coimbra",
  role: "user",
  funds: "15",
  joinedDaysAgo: 60,
  links: {},
};

/** Froze the account after losing a phone, to try what that is like. */
export const frozen: DemoMember = {
  username: "mateo",
  firstName: "Mateo",
  lastName: "Rojas",
  bio: "Trains, timetables and the databases behind them.",
  location: "Valparaíso",
  role: "user",
  funds: "8",
  joinedDaysAgo: 60,
  links: {},
};

/** What to type into an authenticator app for `guarded`, printed in the terminal. */
export const DEMO_AUTHENTICATOR_KEY = "BBUXDEMOBBUXDEMOBBUXDEMOBBUXDEMO";

/** Everyone who can sign in. */
export const signIns: readonly DemoMember[] = [...members, guarded, newcomer, frozen];
