import { describe, expect, it } from "vitest";
import { correctionOf } from "./corrections.query.ts";
import { editsOf, typingDistance } from "./typing.ts";

describe("the distance between two words", () => {
  it.each([
    ["qubit", "qubit", 0],
    ["qubti", "qubit", 1],
    ["qbit", "qubit", 1],
    ["qubitt", "qubit", 1],
    ["cubit", "qubit", 1],
    ["entaglment", "entanglement", 2],
    ["", "abc", 3],
    ["ca", "abc", 3],
  ])("%s, %s: %i [C7.24]", (a, b, slips) => {
    expect([typingDistance(a, b), typingDistance(b, a)]).toEqual([slips, slips]);
  });

  it("of one is always among the edits of a word [C7.24]", () => {
    for (const word of ["qubti", "qbit", "qubitt", "cubit", "qubit", "qubi", "xqubit", "uqbit"])
      expect(editsOf(word)).toContain("qubit");
    expect(editsOf("qubti")).not.toContain("graph");
  });
});

describe("the intended word", () => {
  const like = [
    { word: "graph", posts: 40 },
    { word: "grape", posts: 2 },
    { word: "photograph", posts: 100 },
  ];
  it.each([
    [{ typed: "grahp", posts: 0, like }, 0, "graph"],
    [{ typed: "grapg", posts: 0, like }, 0, "graph"],
    [{ typed: "grap", posts: 0, like }, 0, "graph"],
    [{ typed: "graph", posts: 3, like }, 0, null],
    [{ typed: "grahp", posts: 1, like }, 1, "graph"],
    [{ typed: "grahp", posts: 2, like: [{ word: "graph", posts: 4 }] }, 2, null],
    [{ typed: "photo", posts: 0, like }, 0, "photograph"],
    [{ typed: "zebra", posts: 0, like }, 0, null],
    [{ typed: "zebra", posts: 0, like: null }, 0, null],
  ])("%j found %i times: %s [C7.24]", (word, found, meant) => expect(correctionOf(word, found)).toBe(meant));
});
