import type { DemoPost } from "../demo.types.ts";
import { md } from "../markdown.ts";

export const migrations: readonly DemoPost[] = [
  {
    author: "teodor",
    daysAgo: 12,
    type: "share",
    title: "A checklist for reviewing database migrations",
    tags: ["database-design", "postgresql", "code-review"],
    votes: [22, 0],
    earlier: [
      {
        untilDaysAgo: 11.8,
        content: md`
          After the third outage that a two-line migration caused, we wrote down what to look for. It has kept us safe for
          two years, so here it is. It is for PostgreSQL; much of it holds elsewhere.

          ## Locks
          - Every \`alter table\` takes a lock that stops reads, if only for a moment. The moment *begins with waiting*:
            behind one long query all others queue up. Set \`lock_timeout = '2s'\` and try again rather than wait.
          - \`create index\` blocks writes for as long as it runs. \`create index concurrently\` does not; it cannot run in
            a transaction and leaves an invalid index behind when it fails.
          - Adding a \`not null\` or a foreign key reads the whole table under that lock. Add it \`not valid\` first and
            \`validate constraint\` afterwards, which lets others work.

          What would you add?
        `,
      },
      {
        untilDaysAgo: 10.1,
        tags: ["database-design", "postgresql"],
        content: md`
          After the third outage that a two-line migration caused, we wrote down what to look for. It has kept us safe for
          two years, so here it is. It is for PostgreSQL; much of it holds elsewhere.

          ## Locks
          - Every \`alter table\` takes a lock that stops reads, if only for a moment. The moment *begins with waiting*:
            behind one long query all others queue up. Set \`lock_timeout = '2s'\` and try again rather than wait.
          - \`create index\` blocks writes for as long as it runs. \`create index concurrently\` does not; it cannot run in
            a transaction and leaves an invalid index behind when it fails.
          - Adding a \`not null\` or a foreign key reads the whole table under that lock. Add it \`not valid\` first
            (before version 18 a \`not null\` as a check constraint) and \`validate constraint\` afterwards, which lets
            others work.

          ## Two versions at once
          - During a roll-out old code runs against the new schema. Would it still insert? Would it fail on a column that
            is gone?
          - So renaming takes three deployments: add the new column and write both; read the new one; drop the old one.

          What would you add?
        `,
      },
    ],
    content: md`
      After the third outage that a two-line migration caused, we wrote down what to look for. It has kept us safe for two
      years, so here it is. It is for PostgreSQL; much of it holds elsewhere.

      ## Locks
      - Every \`alter table\` takes a lock that stops reads, if only for a moment. The moment *begins with waiting*: behind
        one long query all others queue up. Set \`lock_timeout = '2s'\` and try again rather than wait.
      - \`create index\` blocks writes for as long as it runs. \`create index concurrently\` does not; it cannot run in a
        transaction and leaves an invalid index behind when it fails.
      - Adding a \`not null\` or a foreign key reads the whole table under that lock. Add it \`not valid\` first (before
        version 18 a \`not null\` as a check constraint) and \`validate constraint\` afterwards, which lets others work.

      ## Two versions at once
      - During a roll-out old code runs against the new schema. Would it still insert? Would it fail on a column that is
        gone?
      - So renaming takes three deployments: add the new column and write both; read the new one; drop the old one.

      ## Data
      - An \`update\` of every row rewrites the table in one transaction. Do it in batches by key.
      - Which of these steps can be undone, and has anybody tried?

      What would you add?
    `,
    comments: [
      {
        author: "oskar",
        daysAgo: 11.5,
        votes: [6, 0],
        content:
          "A default that is volatile (clock_timestamp(), gen_random_uuid()) rewrites the table when you add the column. A constant one has not since version 11.",
      },
      { author: "maren", daysAgo: 11.2, votes: [2, 0], content: "“Has anybody tried” is now in our template. Thanks." },
      {
        author: "kenji",
        daysAgo: 10.4,
        votes: [3, 1],
        content: "I would add: does the down migration exist, and would you dare to run it?",
      },
      { author: "ulrike", daysAgo: 6.3, votes: [1, 0], content: "Printed and on the wall." },
    ],
  },
];
