import type { DemoPost } from "../demo.types.ts";
import { md } from "../markdown.ts";

export const solana: readonly DemoPost[] = [
  {
    author: "maren",
    daysAgo: 46,
    title: "Solana: confirmed or finalized, which one before I credit a deposit?",
    tags: ["solana", "wallets", "security"],
    votes: [18, 0],
    bounty: { amount: "4", days: 7 },
    content: md`
      We watch an address and credit the member when SOL arrives. The RPC offers \`processed\`, \`confirmed\` and \`finalized\`.
      With \`finalized\` people wait about 13 seconds and ask whether something is broken; \`confirmed\` takes less than one.
      What can really go wrong with \`confirmed\`, and how do exchanges do it?
    `,
    answers: [
      {
        author: "kenji",
        daysAgo: 45.5,
        votes: [27, 0],
        accepted: true,
        comments: [
          {
            author: "maren",
            daysAgo: 45.3,
            votes: [2, 0],
            content:
              "Pending at confirmed is what we were missing. How long do you keep watching one that never finalizes?",
          },
          {
            author: "kenji",
            daysAgo: 45.2,
            votes: [5, 0],
            content:
              "@maren Until its blockhash can't be valid any more, and then one last search through the history.",
          },
        ],
        codeBlocks: [
          {
            language: "typescript",
            description: "What the transaction did to one address",
            code: md`
              const transaction = await connection.getTransaction(signature, {
                commitment: "finalized",
                maxSupportedTransactionVersion: 0,
              });
              if (!transaction?.meta || transaction.meta.err !== null) return null;
              const keys = transaction.transaction.message.getAccountKeys({
                accountKeysFromLookups: transaction.meta.loadedAddresses,
              });
              const index = keys.keySegments().flat().findIndex((key) => key.equals(address));
              if (index < 0) return null;
              return BigInt(transaction.meta.postBalances[index]) - BigInt(transaction.meta.preBalances[index]);
            `,
          },
        ],
        content: md`
          Show it at *confirmed*, credit it at *finalized*.

          | commitment | means | can it vanish? |
          | --- | --- | --- |
          | processed | the node you asked has executed it | yes, that block may be on a fork that dies |
          | confirmed | validators with ⅔ of the stake have voted for the block | only if validators break their own lock-outs, for which they can be held to account |
          | finalized | at least 31 further blocks have been built on it | no, short of rewriting history by hand |

          No confirmed block has been rolled back so far that I know of. But the two mistakes do not cost the same:
          waiting costs 12 seconds of patience, and a credit for money that did not arrive is gone once it has been
          withdrawn. So:

          1. As soon as the transaction is *confirmed*, show the deposit as **pending**. That answers "is it broken?".
          2. When it is *finalized*, credit it in one database transaction with a unique key on (signature, address).
          3. Let nobody spend what is pending.

          Things that are forgotten more often than the commitment:

          - **Read what the transaction did**, not what somebody says it did: \`meta.err\` must be null, and the amount is
            \`postBalances[i] − preBalances[i]\` of *your* address. There can be several transfers in one transaction, or a
            transfer in and out again.
          - Pass \`maxSupportedTransactionVersion: 0\`, or one versioned transaction stops your watcher.
          - Ask the signature's status with \`searchTransactionHistory: true\` after a restart; without it nodes answer from
            a cache of recent ones only.
        `,
      },
    ],
    comments: [
      {
        author: "amara",
        daysAgo: 45,
        votes: [3, 0],
        content: "“Show at confirmed, credit at finalized” belongs on a poster.",
      },
      {
        author: "viktor_h",
        daysAgo: 43.8,
        votes: [1, 0],
        content: "Does “at least 31 further blocks” hold after the last upgrade of the consensus?",
      },
      {
        author: "kenji",
        daysAgo: 43.5,
        votes: [2, 0],
        content:
          "@viktor_h the number is of this writing. Ask for the commitment by its name and you need not know it.",
      },
    ],
  },
  {
    author: "priya",
    daysAgo: 10,
    title: "Blockhash expired: how do I resend a Solana transaction without paying twice?",
    tags: ["solana", "wallets", "concurrency"],
    votes: [10, 0],
    bounty: { amount: "6", days: 7 },
    earlier: [
      {
        untilDaysAgo: 9.4,
        title: "How do I resend a Solana transaction?",
        tags: ["solana", "wallets"],
        content: md`
          When the network is busy our payouts sometimes end with *block height exceeded*. We then sign again with a new
          blockhash and send. Is that safe?
        `,
      },
    ],
    content: md`
      When the network is busy our payouts sometimes end with *block height exceeded*. We then sign again with a new
      blockhash and send. Last week one member was paid **twice**: the first transaction had landed after all, while our
      node said that it did not know it.

      How can I be sure that the old transaction is dead before I sign a new one?
    `,
    answers: [
      {
        author: "kenji",
        daysAgo: 8.7,
        votes: [13, 0],
        comments: [
          {
            author: "maren",
            daysAgo: 8.4,
            votes: [3, 0],
            content: "Step 4 is the one we got wrong: our status query ran before the height had passed.",
          },
        ],
        content: md`
          A transaction can land as long as its blockhash is valid, and it is valid until the chain's height passes the
          \`lastValidBlockHeight\` that came with it (150 blocks, about a minute). "My node does not know it" says nothing:
          the node may lag, or the transaction may sit with the next leader.

          So the order of things has to be:

          1. **Store before you send**: the signed bytes, the signature and \`lastValidBlockHeight\`, committed. Whatever
             crashes now, you know what is out there.
          2. Send, and send **the same bytes** again every few seconds. That is safe at any time: one signature lands once.
          3. Ask \`getSignatureStatuses\` for the signature. Done when it is finalized.
          4. Give up only when the **finalized** block height is past \`lastValidBlockHeight\`
             *and* a status query made **after that**, with \`searchTransactionHistory: true\`, still finds nothing. With more
             than one RPC provider, ask two.
          5. Only now sign anew, in the same database transaction that marks the old attempt dead. Allow one living attempt
             per payout by a constraint:

          ~~~sql
          create unique index one_living_attempt on attempts (payout_id) where state in ('signed', 'sent');
          ~~~

          Your accident is step 4: *block height exceeded* from the client library compares with the height at the
          commitment that you gave it, usually *confirmed*. The block that contained your transaction was there but not yet
          visible to the node that you asked for the status.

          If a minute is too short for you, for instance because people sign by hand, look at durable nonces: such a
          transaction does not expire, and advancing the nonce kills it for certain.
        `,
      },
    ],
    comments: [
      {
        author: "priya",
        daysAgo: 8.1,
        votes: [1, 0],
        content: "This sounds right. I want to run it for some days before I accept.",
      },
    ],
  },
  {
    author: "maren",
    daysAgo: 0.3,
    title: "Is it enough to store a SHA-256 of a session token, or does it need a slow hash?",
    tags: ["security", "cryptography"],
    votes: [4, 0],
    bounty: { amount: "2", days: 10 },
    content: md`
      Passwords go through argon2id here. For session tokens (32 random bytes in a cookie) we only keep a SHA-256 in the
      database, and look sessions up by that hash. A reviewer asks why the one is slow and salted and the other is neither.

      I believe that it is fine, but I would like to be able to say *why*, in a way that also covers the reset links
      (32 random bytes, one hour) and six-digit codes sent by mail (where I suspect it is **not** fine).
    `,
    comments: [
      {
        author: "kenji",
        daysAgo: 0.22,
        votes: [2, 0],
        content:
          "The short version: nobody guesses 256 random bits, whatever the hash costs. Six digits are guessed before lunch.",
      },
      {
        author: "noor",
        daysAgo: 0.15,
        votes: [0, 0],
        content: "@maren would a salt add anything here? I was told to salt everything.",
      },
    ],
  },
];
