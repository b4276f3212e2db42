/** A chat message. Times are days before the demo begins. */
export interface DemoMessage {
  readonly author: string;
  readonly daysAgo: number;
  readonly text: string;
}

const MINUTE = 1 / (24 * 60);

/** Builds a conversation: each line comes this many minutes after the previous one. */
function talk(daysAgo: number, lines: readonly (readonly [author: string, minutes: number, text: string])[]) {
  let at = daysAgo;
  return lines.map(([author, minutes, text]): DemoMessage => {
    at -= minutes * MINUTE;
    return { author, daysAgo: at, text };
  });
}

/** By room, oldest first. */
export const chat: Readonly<Record<string, readonly DemoMessage[]>> = {
  "global-chat": [
    ...talk(9.2, [
      [
        "maren",
        0,
        "Good morning! The chat is open. For questions that deserve an answer somebody can find again, please still post.",
      ],
      ["teodor", 6, "And for everything else: here. I read along, mostly with coffee."],
      ["noor", 14, "hi 👋 second year, learning in public. is it ok to ask small things here?"],
      ["priya", 3, "Always. Worst case somebody says “make a post of it” and you get votes for it."],
      ["noor", 1, "😄"],
    ]),
    ...talk(6.4, [
      [
        "oskar",
        0,
        "Today I deleted an index that nobody had used since March. Writes are 12 % faster. Look at `pg_stat_user_indexes` once in a while.",
      ],
      ["amara", 5, "`idx_scan = 0`, the saddest number in the catalogue."],
      [
        "kenji",
        2,
        "Careful with replicas: scans there are counted there. I dropped one once that the reporting replica lived on.",
      ],
      ["oskar", 4, "Good point. Checked both. It was truly nobody's."],
      ["farah", 11, "Is there a post about this? I would vote for it."],
      ["amara", 3, "Not yet. @oskar, yours to write."],
    ]),
    ...talk(4.1, [
      ["lucia_p", 0, "Detector is down again, so I have time. Who wants to argue about p-values?"],
      ["teodor", 7, "Nobody, with probability 0.95."],
      ["lucia_p", 1, "That is not what that means 😤"],
      ["teodor", 1, "I know. That was bait."],
      ["quentin", 9, "bookmarked the A/B test post by the way, the part on stopping early saved us this week"],
      ["lucia_p", 4, "Happy to hear it. Write down *before* you start when you will look. That is the whole trick."],
    ]),
    ...talk(2.2, [
      [
        "kenji",
        0,
        "My bounty on resending transactions is paid. Best 10 BBUX I have spent, the answer found a case that I had not thought of.",
      ],
      ["maren", 8, "That is what they are for. May I quote you on the front page?"],
      ["kenji", 2, "Only if you leave out how long the bug had been there."],
      ["sanjay", 15, "how long do you usually let a bounty run?"],
      ["kenji", 6, "A week. Long enough for people who only read on weekends."],
    ]),
    ...talk(1.1, [
      ["priya", 0, "Reminder that `outline: none` without a replacement is a bug, not a style."],
      ["ximena", 4, "looks at own portfolio site. closes laptop."],
      ["priya", 2, "`:focus-visible` is all you need, two lines. You keep the mouse people happy, too."],
      ["ximena", 12, "done, and it even looks better. thanks!"],
    ]),
    ...talk(0.32, [
      ["amara", 0, "Morning all. Coffee is ready, the query is not."],
      ["oskar", 3, "`explain (analyze, buffers)` or it did not happen."],
      [
        "amara",
        6,
        "Sequential scan on 40 million rows. I had cast the column instead of the parameter. I *answered a question* about exactly this.",
      ],
      ["oskar", 1, "🙃"],
      [
        "noor",
        5,
        "wait, so the cast on the left side is the problem? because the index is on the column and not on the cast?",
      ],
      ["amara", 2, "Exactly that. You have just saved yourself a year."],
      ["teodor", 20, "@maren the flag queue is empty, for the record. First time this month."],
      ["maren", 9, "Do not say that out loud."],
      ["kenji", 16, "Anyone at the meetup in Fukuoka next month? @amara you said you might travel?"],
      ["delphine", 31, "Hello, new here! Came for the explanation of the pendulum and stayed for the comments."],
      ["lucia_p", 4, "Welcome! The pendulum is the gateway drug."],
      ["farah", 12, "Welcome @delphine 🎉"],
    ]),
  ],
  help: [
    ...talk(5.3, [
      ["bich_ngoc", 0, "Where do I see my deposit address? I only find the amount."],
      [
        "teodor",
        9,
        "Wallet → Buy BBUX. It is yours alone and stays the same, so you can save it. What arrives there is credited when it is final.",
      ],
      ["bich_ngoc", 3, "Found it, thank you. How long does final take?"],
      ["kenji", 2, "Usually well under a minute. There is a post on why it waits for *finalized* and not *confirmed*."],
      ["bich_ngoc", 4, "It is there already 👍"],
    ]),
    ...talk(2.9, [
      ["carlos_v", 0, "Can I edit a post after somebody has answered?"],
      [
        "priya",
        12,
        "Yes. Earlier versions stay, anybody can look at them from the post. After an edit you have to wait a day before the next one.",
      ],
      ["carlos_v", 5, "ok, then I will do it properly the first time"],
    ]),
    ...talk(0.6, [
      ["noor", 0, "What happens to a bounty if nobody's answer is any good?"],
      [
        "maren",
        18,
        "After it has expired you can ask for a refund. Members vote on it for 48 hours. Say in the request what is missing, that decides most of them.",
      ],
      ["noor", 4, "and if I do nothing?"],
      [
        "maren",
        3,
        "Then it is settled at the deadline: the answer with the most votes gets it, or it comes back to you when there is none. So do not do nothing.",
      ],
      ["noor", 2, "understood 🫡"],
    ]),
  ],
  governance: [
    ...talk(12.5, [
      ["kenji", 0, "My proposal on saying what earns a bounty is in. Please read it before you vote, it is short."],
      [
        "oskar",
        25,
        "I voted against. Not because it is wrong, because a rule that moderators have to remind people of is one that will not be kept.",
      ],
      ["kenji", 7, "Fair. I would rather try and drop it than not try."],
      ["amara", 13, "I am for it. Half of the refund requests would not exist."],
      ["teodor", 40, "From who would do the reminding: I can live with it."],
    ]),
    ...talk(3.4, [
      [
        "maren",
        0,
        "It passed, and the form reminds askers now. Thank you all for voting, also to those who were against.",
      ],
      ["oskar", 16, "I was wrong about the reminding, by the way. It is one sentence in the form and people do it."],
      ["priya", 5, "A public change of mind, in a governance room. Somebody frame this."],
    ]),
    ...talk(0.8, [
      ["amara", 0, "There is a proposal open again. @kenji @priya you have stakes and have not said anything yet 👀"],
      ["priya", 35, "Reading it tonight."],
    ]),
  ],
};

/** When each demo account last read the chat, so later messages are unread. In days before the demo begins. */
export const lastLooked: Readonly<Record<string, number>> = {
  maren: 0.28,
  teodor: 0.29,
  amara: 0.3,
  kenji: 0.3,
  lucia_p: 0.27,
  oskar: 0.31,
  priya: 0.5,
  noor: 0.26,
};
