import type { Case } from "./cases.ts";

export const readCases: Record<string, Case[]> = {
  "comments-list": [
    {
      title: "returns comments and userVotes",
      input: async (world) => ({ postId: await world.post() }),
      same: true,
    },
    { title: "returns an answer's comments", input: (world) => world.answered(), same: true },
    {
      title: "refuses another post's answer",
      input: async (world) => ({ ...(await world.answered()), postId: await world.post() }),
      refused: "NOT_FOUND",
    },
  ],
  "comments-create": [
    {
      title: "comments once for each key",
      as: "helper",
      input: async (world) => ({ postId: await world.post(), content: "Once" }),
      same: true,
    },
    {
      title: "refuses a key already used for another comment",
      as: "helper",
      keyUsedWith: async (world) => ({ postId: await world.post(), content: "Once" }),
      input: async (world) => ({ postId: await world.post(), content: "Once" }),
      refused: "IDEMPOTENCY_CONFLICT",
    },
    {
      title: "comments on an answer",
      as: "asker",
      input: async (world) => ({ ...(await world.answered()), content: "And before version 11?" }),
    },
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
  "tags-suggest": [
    { title: "suggests tags for a draft", input: () => ({ title: "Where does money go?", text: "Cash, mostly." }) },
    {
      title: "refuses a title above 200 characters",
      input: () => ({ title: "a".repeat(201) }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "tags-followed": [{ title: "returns the tags that the caller follows", as: "helper" }],
  "tags-follow": [
    { title: "follows tags by name in place of others", as: "helper", input: () => ({ tags: ["money"] }) },
    { title: "refuses an unknown tag", as: "helper", input: () => ({ tags: ["none"] }), refused: "VALIDATION_ERROR" },
  ],
  "users-get": [
    { title: "returns a member by name", input: () => ({ id: "asker" }) },
    { title: "returns a member by id", input: ({ helper }) => ({ id: helper.id }) },
    { title: "returns private fields to their owner", as: "asker", input: ({ asker }) => ({ id: asker.id }) },
    { title: "refuses an unknown name", input: () => ({ id: "nobody" }), refused: "NOT_FOUND" },
  ],
  "users-card": [
    { title: "returns a few figures about a member", input: () => ({ id: "asker" }) },
    { title: "refuses an unknown name", input: () => ({ id: "nobody" }), refused: "NOT_FOUND" },
  ],
  "users-search": [
    { title: "finds members by the start of their name", as: "helper", input: () => ({ name: "ASK", limit: 3 }) },
    { title: "refuses visitors", input: () => ({ name: "ask" }), refused: "UNAUTHENTICATED" },
    { title: "refuses an empty name", as: "helper", input: () => ({ name: " " }), refused: "VALIDATION_ERROR" },
  ],
  "users-posts": [{ title: "returns a member's posts", input: () => ({ id: "asker", page: 1, limit: 2 }) }],
  "stats-get": [{ title: "needs no session" }],
  "stats-board": [{ title: "needs no session" }],
};
