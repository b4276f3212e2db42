import type { DemoPost } from "../demo.types.ts";
import { md } from "../markdown.ts";

export const languages: readonly DemoPost[] = [
  {
    author: "priya",
    daysAgo: 55,
    title: "Make the compiler complain when a switch over a union misses a case",
    tags: ["typescript"],
    votes: [24, 0],
    bounty: { amount: "1", days: 5 },
    content: md`
      I have a discriminated union and several functions that switch over it:

      ~~~ts
      type Shape =
        | { kind: "circle"; radius: number }
        | { kind: "square"; side: number };

      function area(shape: Shape): number {
        switch (shape.kind) {
          case "circle": return Math.PI * shape.radius ** 2;
          case "square": return shape.side ** 2;
        }
      }
      ~~~

      When somebody adds \`{ kind: "triangle" … }\` I want an error at **every** switch that does not handle it. Here it
      happens to work because the function would return \`undefined\`, but for switches that return nothing there is no
      error. What is the usual way?
    `,
    answers: [
      {
        author: "kenji",
        daysAgo: 54.7,
        votes: [35, 0],
        accepted: true,
        content: md`
          Use the type \`never\`. After all cases are handled, nothing is left of the union, and \`never\` is the only type
          that fits into \`never\`:

          ~~~ts
          function assertNever(value: never): never {
            throw new Error("Unhandled case: " + JSON.stringify(value));
          }

          function draw(shape: Shape): void {
            switch (shape.kind) {
              case "circle": drawCircle(shape.radius); break;
              case "square": drawSquare(shape.side); break;
              default: assertNever(shape);
            }
          }
          ~~~

          Add the triangle, and \`assertNever(shape)\` fails to compile with *Argument of type '{ kind: "triangle" … }' is
          not assignable to parameter of type 'never'*: it even names what is missing. And should a value from outside
          slip past the types at run time, it throws instead of doing nothing.

          If you would rather not have a function, this is the same check as an expression:

          ~~~ts
          default:
            shape satisfies never;
          ~~~
        `,
      },
      {
        author: "noor",
        daysAgo: 36,
        votes: [7, 0],
        content: md`
          When every case only produces a value, a record needs no switch at all and is checked for completeness both
          ways (a missing key and a key too many):

          ~~~ts
          const labels: Record<Shape["kind"], string> = {
            circle: "Circle",
            square: "Square",
          };
          ~~~
        `,
      },
    ],
    comments: [
      {
        author: "priya",
        daysAgo: 54.5,
        votes: [2, 0],
        content:
          "`satisfies never` it is. The error even shows in the editor before I have finished typing the new case.",
      },
    ],
  },
  {
    author: "kenji",
    daysAgo: 4,
    title: "Why must I not hold a std MutexGuard across an .await?",
    tags: ["rust", "concurrency"],
    votes: [15, 0],
    bounty: { amount: "2.5", days: 14 },
    content: md`
      Clippy warns about this with \`await_holding_lock\`, and with \`tokio::spawn\` it does not compile at all (*future
      cannot be sent between threads safely*):

      ~~~rust
      async fn refresh(cache: &Mutex<Cache>) {
          let mut guard = cache.lock().unwrap();
          guard.value = fetch().await;
      }
      ~~~

      I know how to make it compile. I am looking for an explanation that I can give to people who are new to async: what
      exactly goes wrong, is it only a matter of speed, and when is \`tokio::sync::Mutex\` the right answer rather than a
      way to silence the warning?
    `,
    answers: [
      {
        author: "teodor",
        daysAgo: 3.4,
        votes: [8, 0],
        codeBlocks: [
          {
            language: "rust",
            description: "A task that owns the cache, and a channel to it",
            code: md`
              enum Ask {
                  Get(oneshot::Sender<Value>),
                  Refresh,
              }

              async fn owner(mut cache: Cache, mut inbox: mpsc::Receiver<Ask>) {
                  while let Some(ask) = inbox.recv().await {
                      match ask {
                          Ask::Get(reply) => drop(reply.send(cache.value.clone())),
                          Ask::Refresh => cache.value = fetch().await,
                      }
                  }
              }
            `,
          },
        ],
        content: md`
          It is not only speed: it can **deadlock a program that has a single lock**.

          An \`.await\` gives the thread back to the executor, which runs other tasks on it. If one of them calls
          \`cache.lock()\`, it blocks *the thread*, not just itself. The first task, which holds the guard, needs a thread
          to go on and let go. With one worker thread (or with as many waiting tasks as there are workers) nobody ever
          runs again.

          ~~~text
          thread 1   refresh(): lock ── await ┐            (holds the guard)
          thread 1                            └ other(): lock … blocks for ever
          ~~~

          The compile error is a second, independent reason: a task may continue on another thread, and the guard is not
          \`Send\`, because some systems demand that the thread that locks is the one that unlocks.

          So, in this order:

          1. **Fetch first, lock afterwards.** The lock is then held for nanoseconds:
             ~~~rust
             let value = fetch().await;
             cache.lock().unwrap().value = value;
             ~~~
          2. If the lock must span the await, since only one fetch may run at a time, then that is what
             \`tokio::sync::Mutex\` is for. Its waiters yield instead of blocking. It costs more, and everything behind it
             waits as long as the slowest fetch, so it is a decision, not a fix.
          3. Often the honest design is a task that owns the cache, and a channel to it.
        `,
      },
    ],
    comments: [
      {
        author: "oskar",
        daysAgo: 3.2,
        votes: [2, 0],
        content:
          "Dropping the guard with drop(guard) before the await used to be not enough for the compiler; a block { … } around the locked part always was.",
      },
      {
        author: "amara",
        daysAgo: 0.8,
        votes: [1, 0],
        content:
          "@kenji does the same hold for a database connection from a pool? It feels like a lock with fewer letters.",
      },
      {
        author: "kenji",
        daysAgo: 0.6,
        votes: [3, 0],
        content:
          "It does. A pool of ten is a semaphore of ten: hold one across an await that needs another, ten times at once, and nobody moves.",
      },
    ],
  },
  {
    author: "noor",
    daysAgo: 20,
    title: "Why does my Python function remember the list from the last call?",
    tags: ["python"],
    votes: [8, 1],
    content: md`
      I expected \`["a"]\` and then \`["b"]\`:

      ~~~python
      def collect(item, seen=[]):
          seen.append(item)
          return seen

      print(collect("a"))   # ['a']
      print(collect("b"))   # ['a', 'b']  ← why?
      ~~~
    `,
    answers: [
      {
        author: "amara",
        daysAgo: 19.9,
        votes: [19, 0],
        accepted: true,
        content: md`
          A default value is computed **once, when \`def\` runs**, and kept on the function. All calls without a second
          argument share that one list. You can look at it:

          ~~~python
          >>> collect.__defaults__
          (['a', 'b'],)
          ~~~

          With numbers or strings you never notice, because they cannot be changed in place. For everything that can,
          use \`None\` and make the list inside:

          ~~~python
          def collect(item, seen=None):
              if seen is None:
                  seen = []
              seen.append(item)
              return seen
          ~~~

          Write \`is None\` rather than \`seen = seen or []\`: the latter would also replace an empty list that the caller
          handed in on purpose and wants to see filled.
        `,
      },
    ],
    comments: [
      {
        author: "noor",
        daysAgo: 19.7,
        votes: [1, 0],
        content: "`collect.__defaults__` was the moment it clicked. Thank you!",
      },
    ],
  },
];
