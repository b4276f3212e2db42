import type { DemoPost } from "../demo.types.ts";
import { md } from "../markdown.ts";

export const practice: readonly DemoPost[] = [
  {
    author: "oskar",
    daysAgo: 51,
    title: "My container ignores SIGTERM and takes ten seconds to stop",
    tags: ["docker", "linux"],
    votes: [16, 0],
    content: md`
      \`docker stop\` always takes ten seconds, and in the log there is no sign that my program heard the signal, though it
      has a handler. Started without Docker it ends at once with \`kill\`. The Dockerfile ends with:

      ~~~dockerfile
      CMD npm run start
      ~~~
    `,
    answers: [
      {
        author: "teodor",
        daysAgo: 50.8,
        votes: [29, 0],
        accepted: true,
        codeBlocks: [
          {
            language: "yaml",
            description: "The same in a compose file",
            code: md`
              services:
                web:
                  image: my-image
                  init: true
                  command: ["node", "server.js"]
                  stop_grace_period: 20s
            `,
          },
          {
            language: "javascript",
            description: "A handler that lets requests finish",
            code: md`
              process.once("SIGTERM", () => {
                server.close(() => process.exit(0));
                setTimeout(() => process.exit(1), 15_000).unref();
              });
            `,
          },
        ],
        content: md`
          Your program is not the one that gets the signal. Written like this, \`CMD\` starts \`/bin/sh -c "npm run start"\`,
          and there is a little family in the container:

          ~~~text
          PID 1   sh -c "npm run start"
           └─ npm run start
               └─ sh -c "node server.js"
                   └─ node server.js       ← your handler
          ~~~

          \`docker stop\` sends SIGTERM to **PID 1 only**. The shell does not pass it on. Nor does it die: the kernel
          protects PID 1 from signals that it has no handler for. After ten seconds Docker sends SIGKILL to all.

          Start the program itself, in the form with brackets, which uses no shell:

          ~~~dockerfile
          CMD ["node", "server.js"]
          ~~~

          Now Node is PID 1, and with your handler it stops at once. As PID 1 it would also have to collect orphaned child
          processes, which it does not do; if you start any, let a tiny init be first:

          ~~~bash
          docker run --init my-image
          ~~~

          If you need a script for set-up, end it with \`exec node server.js\`: \`exec\` replaces the shell instead of
          waiting beside it.
        `,
      },
    ],
    comments: [
      {
        author: "oskar",
        daysAgo: 50.6,
        votes: [3, 0],
        content: "0.2 seconds now. The picture of the family made it click.",
      },
    ],
  },
  {
    author: "noor",
    daysAgo: 1.1,
    title: "I committed a password to a public repository. How do I get it out of the history?",
    tags: ["git", "security"],
    votes: [7, 0],
    content: md`
      Five commits ago I added a \`.env\` with our database password, and it is on the public remote. I have deleted the file
      and committed that, but it is still visible in the history. What do I do now?
    `,
    answers: [
      {
        author: "teodor",
        daysAgo: 1,
        votes: [12, 0],
        codeBlocks: [
          {
            language: "bash",
            description: "Is it really gone? Search every object, not only what branches reach",
            code: md`
              git rev-list --all --objects -- .env
              git grep "the-old-password" $(git rev-list --all) || echo "not in any commit"
            `,
          },
          {
            language: "json",
            description: "The scanner in package.json, run before every commit",
            code: md`
              {
                "scripts": {
                  "scan": "gitleaks git --staged --redact"
                },
                "simple-git-hooks": { "pre-commit": "npm run scan" }
              }
            `,
          },
        ],
        content: md`
          **First change the password.** Now, before you read on. Public repositories are scanned by machines within minutes,
          and whatever you do to the history, copies stay in forks, clones and caches. Rewriting history is tidying up; it
          is not what makes you safe. Then look at the database's log for visitors.

          To tidy up, in a fresh clone (so that nothing else can be lost):

          ~~~bash
          pip install git-filter-repo
          git clone https://example.org/you/project.git clean && cd clean
          git filter-repo --invert-paths --path .env
          git remote add origin https://example.org/you/project.git
          git push --force --all
          git push --force --tags
          ~~~

          All commits since then get new ids, so everybody who works on it has to clone anew; a merge from an old clone would
          bring the file back. Ask the host to remove cached views and closed pull requests, which keep the old commits
          reachable.

          And so that it does not happen again:

          - \`.env\` into \`.gitignore\`, and an \`.env.example\` without values into the repository;
          - a scanner such as gitleaks as a pre-commit hook *and* in CI.
        `,
      },
    ],
    comments: [
      {
        author: "noor",
        daysAgo: 0.98,
        votes: [3, 0],
        content:
          "Password changed. There were two connections from an address that I do not know. Thank you for the order of things.",
      },
    ],
  },
  {
    author: "amara",
    daysAgo: 3.1,
    title: "How do I test code that depends on the current time?",
    tags: ["testing", "typescript"],
    votes: [9, 0],
    content: md`
      Half of our flaky tests come from the clock: they fail at midnight, at the end of the month, or when the machine is
      slow. Mocking \`Date\` globally fixes some and breaks others (timers of the database driver, for one). What do you do?
    `,
    answers: [
      {
        author: "maren",
        daysAgo: 2.9,
        votes: [11, 0],
        content: md`
          Do not mock the clock, **pass it in**. A function that needs the time takes it as an argument; what decides is then
          pure and can be tested with a table:

          ~~~ts
          const EDIT_LOCK_MS = 24 * 3_600_000;

          export function mayEdit(lastEdit: Date | null, now: Date): boolean {
            return lastEdit === null || now.getTime() - lastEdit.getTime() >= EDIT_LOCK_MS;
          }

          it.each([
            [null, true],
            ["2026-03-01T12:00:00.000Z", true],   // exactly a day
            ["2026-03-01T12:00:00.001Z", false],  // a millisecond less
          ])("last edit %s: %s", (edit, expected) => {
            const now = new Date("2026-03-02T12:00:00Z");
            expect(mayEdit(edit === null ? null : new Date(edit), now)).toBe(expected);
          });
          ~~~

          Only the outermost layer asks for the real time, in one place (\`now: () => Date\` beside the database and the
          mailer). Two habits with it:

          - Read it **once** per request. Two calls of \`new Date()\` in one operation can fall on two sides of midnight.
          - Do not mix clocks. If the database compares with \`now()\`, tests cannot move it, and it differs from that of your
            servers. Send the time as a parameter.
        `,
      },
      {
        author: "kenji",
        daysAgo: 2.5,
        votes: [5, 0],
        content: md`
          For code that *waits* (retries, time-outs), vitest's fake timers do well if you fake only what you use, which leaves
          the driver's own timers alone:

          ~~~ts
          vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
          const result = retry(flaky, { attempts: 3, waitMs: 1_000 });
          await vi.advanceTimersByTimeAsync(2_000);
          await expect(result).resolves.toBe("ok");
          ~~~
        `,
      },
    ],
    comments: [
      {
        author: "teodor",
        daysAgo: 2.3,
        votes: [2, 0],
        content: "Two calls of new Date() on two sides of midnight: I have been woken up by exactly that.",
      },
    ],
  },
];
