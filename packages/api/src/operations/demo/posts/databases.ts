import type { DemoPost } from "../demo.types.ts";
import { md } from "../markdown.ts";

export const databases: readonly DemoPost[] = [
  {
    author: "noor",
    daysAgo: 38,
    title: "Why does PostgreSQL ignore my index when I filter by date(created_at)?",
    tags: ["postgresql", "sql", "performance"],
    votes: [17, 0],
    bounty: { amount: "0.5", days: 7 },
    earlier: [
      {
        untilDaysAgo: 37.95,
        title: "Index is not used",
        tags: ["postgresql", "sql"],
        content: md`
          I have a table of orders and an index on \`created_at\`. This takes more than a second:

          ~~~sql
          select count(*) from orders
          where date(created_at) = '2026-03-14';
          ~~~

          Why is the index not used?
        `,
      },
    ],
    content: md`
      I have a table of about 4 million orders and an index on \`created_at\`, which is a \`timestamptz\`. This takes
      more than a second and the plan shows a sequential scan:

      ~~~sql
      select count(*) from orders
      where date(created_at) = '2026-03-14';
      ~~~

      The index is there, \`\d orders\` shows it. If I write \`created_at > now() - interval '1 day'\` it is used and the
      query takes 3 ms. What is different about \`date()\`?
    `,
    answers: [
      {
        author: "oskar",
        daysAgo: 37.6,
        votes: [31, 0],
        accepted: true,
        content: md`
          The index is sorted by \`created_at\`. Your condition is about something else, the value of a function of
          \`created_at\`, and PostgreSQL does not look inside functions to find out that the order would be the same. It
          can only compute \`date()\` for every row and compare.

          Ask for a range of the column itself, and the index fits again:

          ~~~sql
          select count(*) from orders
          where created_at >= timestamptz '2026-03-14 00:00+00'
            and created_at <  timestamptz '2026-03-15 00:00+00';
          ~~~

          Two details are worth getting right:

          - **Half-open**: \`>=\` the first day and \`<\` the next one. With \`between\` you would count midnight of the
            15th, too.
          - **Say the time zone.** \`date(created_at)\` uses the time zone of the session, so your query means something
            else for a colleague in Tokyo. That is also why you cannot simply create an index on
            \`(date(created_at))\`: the expression is not immutable and PostgreSQL refuses it.

          If you need the day in many queries, an index on an expression that names its zone works, as long as the
          queries use exactly the same expression:

          ~~~sql
          create index orders_day on orders (((created_at at time zone 'UTC')::date));
          ~~~

          I would still take the range. It needs no second index.
        `,
      },
      {
        author: "amara",
        daysAgo: 37.1,
        votes: [9, 0],
        content: md`
          What Oskar says, and a way to see it for yourself: compare the two plans.

          ~~~sql
          explain (analyze, buffers) select …;
          ~~~

          With the function you get \`Seq Scan … Filter: (date(created_at) = …)\` and *Rows Removed by Filter* in the
          millions. With the range you get \`Index Only Scan … Index Cond: …\`. **Filter** means looked at and thrown
          away; **Index Cond** means never looked at.
        `,
      },
    ],
    comments: [
      {
        author: "noor",
        daysAgo: 37.5,
        votes: [4, 0],
        content: "1,200 ms to 2 ms. And the time zone remark just explained a bug in our daily report. Thank you!",
      },
      {
        author: "leila",
        daysAgo: 37.2,
        votes: [2, 0],
        content: "“Filter means looked at and thrown away” is how I shall explain plans from now on.",
      },
      {
        author: "oskar",
        daysAgo: 36.9,
        votes: [3, 0],
        content:
          "@noor one more for the report: group by the same expression that you index, down to the name of the zone, or it will not be used there either.",
      },
    ],
  },
  {
    author: "amara",
    daysAgo: 2.2,
    title: "FOR UPDATE SKIP LOCKED as a job queue: what can go wrong?",
    tags: ["postgresql", "concurrency", "database-design"],
    votes: [12, 1],
    bounty: { amount: "5", days: 7 },
    content: md`
      We would like to avoid running a message broker beside the database. Each of our workers does this in a loop:

      ~~~sql
      begin;
      select id, payload from jobs
      where  state = 'waiting' and run_at <= now()
      order  by run_at
      limit  1
      for update skip locked;
      -- do the work, up to a few minutes
      update jobs set state = 'done' where id = $1;
      commit;
      ~~~

      It works nicely with 8 workers in a test. Before we build on it: what will bite us at, say, 50 workers and a
      million jobs a day? I am after things you have seen in production rather than general advice. The bounty goes to
      the answer that would have saved you the most trouble.
    `,
    answers: [
      {
        author: "oskar",
        daysAgo: 1.9,
        votes: [14, 0],
        codeBlocks: [
          {
            language: "go",
            description: "A worker that renews its lease while it works",
            code: md`
          func work(ctx context.Context, db *pgxpool.Pool, job Job) error {
          	ctx, cancel := context.WithCancel(ctx)
          	defer cancel()
          	go func() {
          		for range time.Tick(10 * time.Second) {
          			tag, err := db.Exec(ctx, \`update jobs set lease_until = now() + interval '30 seconds'
          				where id = $1 and attempts = $2\`, job.ID, job.Attempts)
          			if err != nil || tag.RowsAffected() == 0 {
          				cancel() // the lease is somebody else's now
          				return
          			}
          		}
          	}()
          	return render(ctx, job.Payload)
          }
        `,
          },
          {
            language: "sql",
            description: "The index that picking needs, and no more",
            code: md`
          create index jobs_waiting on jobs (run_at) where state = 'waiting';
          create index jobs_leased on jobs (lease_until) where state = 'running';
        `,
          },
        ],
        earlier: [
          {
            untilDaysAgo: 1.5,
            content: md`
              The locking is sound. What hurts is **the transaction that stays open while the work is done**.

              1. **Vacuum stands still.** Dead rows newer than your oldest open transaction cannot be removed, in any table.
                 A queue makes a dead row with every update, so picking a job gets slower over the day.
              2. **Connections.** 50 workers hold 50 connections, all *idle in transaction*.

              Take the job in one short transaction and give it a lease instead:

              ~~~sql
              update jobs set state = 'running', lease_until = now() + interval '5 minutes'
              where id = (
                select id from jobs
                where (state = 'waiting' and run_at <= now())
                   or (state = 'running' and lease_until < now())
                order by run_at limit 1
                for update skip locked
              )
              returning id, payload;
              ~~~
            `,
          },
        ],
        content: md`
          The locking is sound. What hurts is **the transaction that stays open while the work is done**.

          1. **Vacuum stands still.** Dead rows newer than your oldest open transaction cannot be removed, in any table.
             A queue makes a dead row with every update, so with a few minutes of work per transaction the index on
             \`run_at\` fills with entries that lead nowhere, and picking a job goes from 1 ms to 200 ms over a day.
          2. **Connections.** 50 workers hold 50 connections, all *idle in transaction*.
          3. **A crash undoes the attempt, too.** If the worker dies, the row is free again, which is good, but nothing
             remembers that there was an attempt. A job that kills its worker kills the next one as well, for ever.

          Take the job in one short transaction and give it a lease instead:

          ~~~sql
          update jobs set state = 'running', attempts = attempts + 1,
                          lease_until = now() + interval '5 minutes'
          where id = (
            select id from jobs
            where (state = 'waiting' and run_at <= now())
               or (state = 'running' and lease_until < now())
            order by run_at limit 1
            for update skip locked
          )
          returning id, payload, attempts;
          ~~~

          A worker renews its lease while it works and marks the job done at the end, *where it still holds it*
          (\`and attempts = $2\`): a paused worker must not finish a job that somebody else has taken over.

          The price is that a job can now run twice. It could before, too, if the machine died after the work and before
          the commit; you just had not met it yet. So the work has to be safe to repeat either way.
        `,
      },
      {
        author: "teodor",
        daysAgo: 1.2,
        votes: [6, 0],
        content: md`
          Seen in production, in order of the pain it caused:

          - **Finished jobs in the same table.** After a month 30 million rows were \`done\`. Move them out or partition
            by day; a partial index \`on jobs (run_at) where state = 'waiting'\` keeps picking fast meanwhile.
          - **Polling.** 50 workers asking every 100 ms are 500 queries a second that find nothing. \`listen\`/\`notify\`
            wakes one up, with a slow poll as a safety net.
          - **Autovacuum defaults.** For this one table set \`autovacuum_vacuum_scale_factor = 0.01\`, else it waits
            until a fifth of the table is dead.
        `,
      },
    ],
    comments: [
      {
        author: "kenji",
        daysAgo: 2,
        votes: [3, 0],
        content:
          "How long is “up to a few minutes” in the worst case? That decides how much the open transaction costs you.",
      },
      {
        author: "amara",
        daysAgo: 1.95,
        votes: [1, 0],
        content: "Median 4 seconds, 99th percentile 3 minutes: we render PDFs.",
      },
      {
        author: "wanjiru",
        daysAgo: 1.6,
        votes: [2, 0],
        content: "We run 60 workers on something like this. The lease is what made it boring.",
      },
      {
        author: "amara",
        daysAgo: 0.9,
        votes: [2, 0],
        content:
          "@oskar how do you choose the lease? Ours would have to be longer than the slowest job, or be renewed.",
      },
      {
        author: "oskar",
        daysAgo: 0.8,
        votes: [4, 0],
        content:
          "Renewed. Short leases, a timer in the worker that extends them to now() + 30 s. A worker that is paused for longer has lost its job, and `attempts = $2` tells it so.",
      },
    ],
  },
];
