import { api, signIn } from "./bbux.js";

const postId = process.env.BBUX_POST;

await signIn();
// The accepted answer first, then by net votes.
const { answers } = await api("GET", `/posts/${postId}/answers`);
const best = answers[0];

// Pays the whole bounty to the answer's author, at once and for good.
await api("POST", `/posts/${postId}/answers/${best.id}/accept`, {
  headers: { "Idempotency-Key": `accept-${best.id}` },
});
console.log(`${best.author.username} has been paid`);
