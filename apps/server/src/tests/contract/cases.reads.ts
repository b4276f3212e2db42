import type { Case } from "./cases.ts";

export const readCases: Record<string, Case[]> = {
  "comments-list": [
    {
      title: "returns comments and userVotes",
      input: async (world) => ({ postId: await world.post() }),
      same: true,
    },
  ],
  "comments-create": [
    {
      title: "comments on the post",
      as: "helper",
      input: async (world) => ({ postId: await world.post(), content: "Which version?" }),
    },
  ],
  "tags-list": [
    { title: "needs no input [C7.18]" },
    { title: "accepts a search and a limit", input: () => ({ search: "mon", limit: 1 }) },
    { title: "refuses a limit of zero", input: () => ({ limit: 0 }), refused: "VALIDATION_ERROR" },
  ],
  "users-get": [
    { title: "returns a member by name", input: () => ({ id: "asker" }) },
    { title: "returns a member by id", input: ({ helper }) => ({ id: helper.id }) },
    { title: "returns private fields to their owner", as: "asker", input: ({ asker }) => ({ id: asker.id }) },
    { title: "refuses an unknown name", input: () => ({ id: "nobody" }), refused: "NOT_FOUND" },
  ],
  "users-search": [
    { title: "finds members by the start of their name", as: "helper", input: () => ({ name: "ASK", limit: 3 }) },
    { title: "refuses visitors", input: () => ({ name: "ask" }), refused: "UNAUTHENTICATED" },
    { title: "refuses an empty name", as: "helper", input: () => ({ name: " " }), refused: "VALIDATION_ERROR" },
  ],
  "users-posts": [{ title: "returns a member's posts", input: () => ({ id: "asker", page: 1, limit: 2 }) }],
  "stats-get": [{ title: "needs no session" }],
};
