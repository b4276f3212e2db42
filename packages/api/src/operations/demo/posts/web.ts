import type { DemoPost } from "../demo.types.ts";
import { md } from "../markdown.ts";

export const web: readonly DemoPost[] = [
  {
    author: "noor",
    daysAgo: 16,
    title: "My useEffect runs twice in development. Is that a bug?",
    tags: ["react", "javascript"],
    votes: [13, 0],
    content: md`
      With React 19 this logs *connected* twice when the component appears, but only with the development server:

      ~~~jsx
      useEffect(() => {
        const socket = connect(roomId);
        console.log("connected");
      }, [roomId]);
      ~~~

      I could remove \`<StrictMode>\` and it goes away. Should I?
    `,
    answers: [
      {
        author: "priya",
        daysAgo: 15.8,
        votes: [21, 0],
        accepted: true,
        content: md`
          Keep it: it has just found a leak for you. In development, strict mode mounts each component, **unmounts it and
          mounts it again**, to see whether your effect cleans up after itself. Yours does not, so there are now two open
          sockets. In production the same happens more slowly, one more with every change of \`roomId\`.

          An effect that opens something returns a function that closes it:

          ~~~jsx
          useEffect(() => {
            const socket = connect(roomId);
            return () => socket.close();
          }, [roomId]);
          ~~~

          For a request, the counterpart is to abort it. That also spares you the answer for the old room arriving after
          the one for the new:

          ~~~jsx
          useEffect(() => {
            const controller = new AbortController();
            fetch("/api/rooms/" + roomId, { signal: controller.signal })
              .then((response) => response.json())
              .then(setRoom)
              .catch((error) => {
                if (error.name !== "AbortError") setError(error);
              });
            return () => controller.abort();
          }, [roomId]);
          ~~~

          The test to remember: *set up → clean up → set up* must look to the user like a single set-up. And what should
          happen because somebody pressed a button (sending an order, say) does not belong in an effect at all but in the
          button's handler.
        `,
      },
    ],
    comments: [
      {
        author: "rosa-m",
        daysAgo: 13.9,
        votes: [1, 0],
        content: "“Set up, clean up, set up must look like a single set-up” should be in the documentation.",
      },
    ],
  },
  {
    author: "oskar",
    daysAgo: 24,
    title: "How do I make a custom toggle work with keyboard and screen reader?",
    tags: ["accessibility", "css", "react"],
    votes: [9, 0],
    bounty: { amount: "1.5", days: 3, returned: true },
    content: md`
      Our designer drew an on/off switch. I built it as a \`<div onClick>\` with a sliding knob, and an audit told me that it
      does not exist for people who use a keyboard or a screen reader. I have started to add \`tabindex\`, \`role\`,
      \`aria-checked\` and key handlers. Is there a list of everything that is needed?
    `,
    answers: [
      {
        author: "priya",
        daysAgo: 18.5,
        votes: [18, 0],
        content: md`
          The shortest list: **do not build it from a div.** A checkbox has all of it (focus, the space key, forms, labels,
          high-contrast mode), and \`role="switch"\` only changes how it is announced: *on/off* for *checked/unchecked*.

          ~~~html
          <label class="switch">
            <input type="checkbox" role="switch" name="mails" />
            Send me mails
          </label>
          ~~~

          ~~~css
          .switch input {
            appearance: none;
            width: 2.75rem;
            height: 1.5rem;
            border-radius: 1rem;
            background: #6b7280;
            transition: background 150ms;
          }
          .switch input::before {
            content: "";
            display: block;
            width: 1.125rem;
            height: 1.125rem;
            margin: 0.1875rem;
            border-radius: 50%;
            background: white;
            transition: translate 150ms;
          }
          .switch input:checked { background: #0f766e; }
          .switch input:checked::before { translate: 1.25rem 0; }
          .switch input:focus-visible { outline: 3px solid #0f766e; outline-offset: 2px; }
          @media (prefers-reduced-motion: reduce) {
            .switch input, .switch input::before { transition: none; }
          }
          @media (forced-colors: active) {
            .switch input { border: 1px solid ButtonText; }
          }
          ~~~

          Then try it: Tab to it, press space, switch on *increase contrast*, and listen to it once with a screen reader.
          Colour alone must not tell on from off; here the position of the knob does.
        `,
      },
    ],
    comments: [
      {
        author: "oskar",
        daysAgo: 18.2,
        votes: [1, 0],
        content:
          "We had replaced the whole page by then, so I asked for the bounty back. Still the answer I wish I had had.",
      },
    ],
  },
  {
    author: "priya",
    daysAgo: 9,
    title: "Best front-end framework in 2026?",
    tags: ["javascript"],
    votes: [1, 6],
    closed: true,
    content: md`
      A friend asks which framework to learn this year. I have my own opinion, but what would you recommend, and why?
    `,
    comments: [
      {
        author: "teodor",
        daysAgo: 8.9,
        votes: [5, 0],
        content:
          "Closed: this has as many answers as people. What can be answered is a concrete need (“I have to render 10,000 rows on slow phones …”). Please ask that.",
      },
      { author: "priya", daysAgo: 8.8, votes: [2, 0], content: "Fair. I will come back with the rows." },
    ],
  },
];
