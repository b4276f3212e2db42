import { api, signIn } from "./bbux.js";

await signIn();
const { data: tags } = await api("GET", "/tags?limit=1");

const question = {
  title: "How do I rotate a signing key without downtime?",
  content: "Tokens signed with the **old** key must stay valid.",
  tags: [tags[0].name],
  bountyAmount: "2.5",
  bountyDuration: 7,
};

// The key makes the call safe to repeat: when the answer is lost, send the
// same again. However often it arrives, it is posted and paid for once.
const headers = { "Idempotency-Key": crypto.randomUUID() };
const { post } = await api("POST", "/posts", { body: question, headers });
const { post: again } = await api("POST", "/posts", { body: question, headers });

console.log(`Post ${post.id}, with a bounty of ${post.bountyAmount} BBUX`);
console.log(`Sent again: ${again.id}`);
