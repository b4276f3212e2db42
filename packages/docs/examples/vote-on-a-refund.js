import { api, signIn } from "./bbux.js";

await signIn();
// Requests that wait for votes. `hindrances` says why you cannot vote on one:
// looking at a request starts the time that you have to take to review it.
const requests = await api("GET", "/refund-requests?status=pending&mine=false");
const open = requests.find(
  ({ userVote, hindrances }) => userVote === null && hindrances.length === 0,
);

if (open) {
  const body = {
    vote: "approve",
    reason: "None of the answers deals with what was asked.",
  };
  const answer = await api("POST", `/refund-requests/${open.id}/vote`, { body });
  const { approve, reject } = answer.updatedVotes;
  console.log(`${approve} for, ${reject} against`);
}
