import { describe, expect, it } from "vitest";
import { type DecidingVote, decidingScores } from "./deciding-votes.rules.ts";

const vote = (voterId: string, answerId: string, value = 1): DecidingVote => ({
  answerId,
  authorId: `author of ${answerId}`,
  voterId,
  value,
  at: new Date(0),
});
const ties =
  (...pairs: [string, string][]) =>
  (one: string, other: string) =>
    pairs.some((pair) => pair.includes(one) && pair.includes(other) && one !== other);
const scores = (votes: DecidingVote[], ...pairs: [string, string][]) =>
  Object.fromEntries(decidingScores(votes, "asker", ties(...pairs)));

describe("the votes that decide who is paid", () => {
  it("count each, of members who aren't tied", () => {
    expect(scores([vote("ada", "1"), vote("bob", "1"), vote("cleo", "1", -1), vote("cleo", "2")])).toEqual({
      1: 1,
      2: 1,
    });
  });

  it("of tied members count once for each answer: the first that counts", () => {
    expect(scores([vote("ada", "1"), vote("bob", "1", -1)], ["ada", "bob"])).toEqual({ 1: 1 });
    expect(scores([vote("ada", "1"), vote("bob", "2")], ["ada", "bob"])).toEqual({ 1: 1, 2: 1 });
  });

  it("aren't kept from counting by one that doesn't, in whatever order three come who are tied in a row", () => {
    const row: [string, string][] = [
      ["ada", "bob"],
      ["bob", "cleo"],
    ];
    const cast = (...names: string[]) =>
      scores(
        names.map((name) => vote(name, "1")),
        ...row,
      );
    expect(cast("ada", "bob", "cleo")).toEqual({ 1: 2 });
    expect(cast("ada", "cleo", "bob")).toEqual({ 1: 2 });
    expect(cast("bob", "ada", "cleo")).toEqual({ 1: 1 });
    const puppet: [string, string] = ["puppet", "author of 1"];
    expect(scores([vote("puppet", "1"), vote("ada", "1")], puppet, ["puppet", "ada"])).toEqual({ 1: 1 });
  });

  it("don't count for someone whom the voter is tied to: up for their answer, down for a rival's, down for the asker", () => {
    const friend: [string, string] = ["friend", "author of 1"];
    const both = [vote("ada", "1"), vote("ada", "2"), vote("ada", "2")];
    expect(scores([...both, vote("friend", "1"), vote("friend", "2", -1)], friend)).toEqual(scores(both));
    expect(scores([vote("ada", "1"), vote("near", "1", -1)], ["near", "asker"])).toEqual({ 1: 1 });
  });

  it("count against someone whom the voter is tied to, so an answer from a shared network silences nobody there", () => {
    const friend: [string, string] = ["friend", "author of 1"];
    expect(scores([vote("friend", "2"), vote("ada", "1"), vote("friend", "1", -1)], friend)).toEqual({ 1: 0, 2: 1 });
    expect(scores([vote("near", "1")], ["near", "asker"])).toEqual({ 1: 1 });
  });
});
