import type { RefundRequest } from "@bbux/contract";

/** Another member's request, open for votes by a member who meets all requirements. */
export const OPEN: RefundRequest = {
  id: "51",
  postId: "50",
  postTitle: "Who explains it?",
  userId: "9",
  answerId: null,
  username: "kenji",
  requesterUsername: "kenji",
  bountyAmount: 0.25,
  amount: "0.25",
  reason: "No answer explains it.",
  status: "PENDING",
  requiredVotes: 5,
  communityVotes: 0,
  createdAt: "2026-03-01T00:00:00.000Z",
  updatedAt: "2026-03-01T00:00:00.000Z",
  expiresAt: "9999-01-01T00:00:00.000Z",
  decidedAt: null,
  votes: { approve: 0, reject: 0 },
  userVote: null,
  own: false,
  hindrances: [],
  settlesAt: null,
  mayAppeal: false,
  appeal: null,
};
