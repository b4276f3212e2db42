import type { RatingContext } from "@bbux/contract";

interface Rating {
  readonly rater: string;
  readonly rated: string;
  /** 1 to 10. */
  readonly rating: number;
  readonly reason: string;
  readonly context?: RatingContext;
  readonly daysAgo: number;
}

/** The members' ratings of each other. */
export const ratings: readonly Rating[] = [
  {
    rater: "noor",
    rated: "oskar",
    rating: 9,
    context: "ANSWER_QUALITY",
    daysAgo: 37.3,
    reason: "Did not only fix my query but told me about the time zone that I had not asked about.",
  },
  {
    rater: "amara",
    rated: "oskar",
    rating: 10,
    context: "ANSWER_QUALITY",
    daysAgo: 1.5,
    reason: "Says what he has seen and what he only suspects. I have never had to take back something I built on it.",
  },
  {
    rater: "priya",
    rated: "oskar",
    rating: 8,
    context: "COMMUNICATION",
    daysAgo: 18,
    reason: "Asked for his bounty back, which was fair, and said openly why.",
  },
  {
    rater: "maren",
    rated: "kenji",
    rating: 10,
    context: "ANSWER_QUALITY",
    daysAgo: 44.5,
    reason: "The answer on deposits named its limits and its sources. We built exactly that.",
  },
  {
    rater: "priya",
    rated: "kenji",
    rating: 9,
    context: "ANSWER_QUALITY",
    daysAgo: 8,
    reason: "Careful with other people's money, and patient with my questions.",
  },
  {
    rater: "amara",
    rated: "kenji",
    rating: 9,
    context: "COMMUNICATION",
    daysAgo: 1.8,
    reason: "Asks the question that decides things before he answers.",
  },
  {
    rater: "teodor",
    rated: "maren",
    rating: 9,
    context: "GENERAL",
    daysAgo: 90,
    reason: "Decisions are explained, also when they go against her.",
  },
  {
    rater: "noor",
    rated: "maren",
    rating: 10,
    context: "ANSWER_QUALITY",
    daysAgo: 28.3,
    reason: "Took a beginner's question seriously and showed where the cent goes.",
  },
  {
    rater: "maren",
    rated: "teodor",
    rating: 9,
    context: "GENERAL",
    daysAgo: 60,
    reason: "Moderates with few words and always says what would have been fine.",
  },
  {
    rater: "oskar",
    rated: "teodor",
    rating: 9,
    context: "ANSWER_QUALITY",
    daysAgo: 50.4,
    reason: "Drew me a picture of my processes. That is all it took.",
  },
  {
    rater: "priya",
    rated: "teodor",
    rating: 7,
    context: "COMMUNICATION",
    daysAgo: 8.7,
    reason: "Closed my question quickly. He was right, and could have waited for one more sentence.",
  },
  {
    rater: "oskar",
    rated: "amara",
    rating: 9,
    context: "COMMUNICATION",
    daysAgo: 1.8,
    reason: "Brings numbers when one asks for numbers.",
  },
  {
    rater: "noor",
    rated: "amara",
    rating: 9,
    context: "ANSWER_QUALITY",
    daysAgo: 19.8,
    reason: "Showed me where I can look for myself next time.",
  },
  {
    rater: "maren",
    rated: "lucia_p",
    rating: 10,
    context: "ANSWER_QUALITY",
    daysAgo: 31.9,
    reason: "A formula, where it comes from, and what it will not tell me. Worth more than the bounty.",
  },
  {
    rater: "noor",
    rated: "lucia_p",
    rating: 10,
    context: "ANSWER_QUALITY",
    daysAgo: 26.2,
    reason: "Had me measure the string. It was the right length.",
  },
  {
    rater: "oskar",
    rated: "priya",
    rating: 9,
    context: "ANSWER_QUALITY",
    daysAgo: 17.5,
    reason: "Told me not to build it, which is the harder answer to give.",
  },
  {
    rater: "teodor",
    rated: "priya",
    rating: 8,
    context: "COMMUNICATION",
    daysAgo: 8.6,
    reason: "Took a closed question with grace.",
  },
  {
    rater: "amara",
    rated: "noor",
    rating: 8,
    context: "GENERAL",
    daysAgo: 15,
    reason: "Tries things out and reports what came of it.",
  },
  {
    rater: "lucia_p",
    rated: "noor",
    rating: 9,
    context: "GENERAL",
    daysAgo: 30,
    reason: "Checked my formula with a simulation instead of believing it.",
  },
];
