import {
  createAnswerInput,
  createCommentInput,
  createPostInput,
  rateInput,
  SOCIAL_KINDS,
  socialUrl,
  username,
  websiteUrl,
} from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { members } from "./members.ts";
import { posts } from "./posts/index.ts";
import { ratings } from "./ratings.ts";
import { readers } from "./readers.ts";
import { tags } from "./tags.ts";

describe("the demo community's data", () => {
  it("would be accepted by the forms of the platform", () => {
    for (const member of members) expect(username.parse(member.username)).toBe(member.username);
    for (const member of readers) expect(username.parse(member.username)).toBe(member.username);
    for (const { links } of members) {
      for (const [kind, address] of Object.entries(links)) {
        const read = SOCIAL_KINDS.find((social) => social === kind);
        expect(read ? socialUrl(read, address) : websiteUrl(address), address).toMatch(/^https:/);
      }
    }
    for (const rating of ratings)
      expect(rateInput.parse({ ...rating, ratedUserId: "1" })).toMatchObject({ reason: rating.reason });
    for (const { title, tags: names, content, codeBlocks = [], bounty, answers = [], comments = [] } of posts) {
      const amount = bounty && { hasBounty: true, bountyAmount: bounty.amount, bountyDuration: bounty.days };
      expect(createPostInput.parse({ title, content, codeBlocks, tags: names, ...amount })).toMatchObject({
        title,
        content,
      });
      for (const answer of answers) {
        expect(createAnswerInput.parse({ postId: "1", ...answer })).toMatchObject({
          content: answer.content,
          ...(answer.codeBlocks && { codeBlocks: answer.codeBlocks }),
        });
      }
      for (const comment of comments) {
        expect(createCommentInput.parse({ postId: "1", content: comment.content }).content).toBe(comment.content);
      }
    }
  });

  it("has times that are consistent with each other", () => {
    const joined = new Map([...members, ...readers].map((member) => [member.username, member.joinedDaysAgo]));
    for (const post of posts) {
      expect(joined.get(post.author), post.author).toBeGreaterThan(post.daysAgo);
      for (const { author, daysAgo } of [...(post.answers ?? []), ...(post.comments ?? [])]) {
        expect(joined.get(author), author).toBeGreaterThan(daysAgo);
        expect(daysAgo, post.title).toBeLessThan(post.daysAgo);
      }
      for (const { daysAgo, earlier = [] } of [post, ...(post.answers ?? [])]) {
        const times = [daysAgo, ...earlier.map(({ untilDaysAgo }) => untilDaysAgo)];
        expect(times, post.title).toEqual([...times].sort((a, b) => b - a));
        // A post may be edited again a day later.
        const edits = times.slice(1);
        for (const [i, edit] of edits.entries()) expect((edits[i - 1] ?? Infinity) - edit).toBeGreaterThanOrEqual(1);
      }
      for (const { author, accepted } of post.answers ?? [])
        if (accepted && post.bounty) expect(author).not.toBe(post.author);
      expect(post.answers?.filter(({ accepted }) => accepted).length ?? 0, post.title).toBeLessThanOrEqual(1);
    }
    expect(new Set(tags.map(({ name }) => name)).size).toBe(tags.length);
  });
});
