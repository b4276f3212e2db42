import { describe, expect, it } from "vitest";
import { corrected, parseSearch, relaxed } from "./search.ts";

const queryOf = (text: string) => parseSearch(text)?.query ?? null;

describe("a search as a tsquery", () => {
  it.each([
    ["bell", "'bell'"],
    ["a bell state", "('a' & 'bell' & 'state')"],
    ["bell state", "('bell' & 'state') | 'bellstate'"],
    ['"bell state" qubit', "('bell state' & 'qubit')"],
    ['-"bell state" qubit', "(!'bell state' & 'qubit')"],
    ["qubit -bell", "('qubit' & !'bell')"],
    ["a or b c", "'a' | ('b' & 'c')"],
    ["a OR b | c", "'a' | 'b' | 'c'"],
    ["or a or", "'a'"],
    ["useEffect", "('useeffect' | 'use effect')"],
    ["snake_case_name", "('snake0case0name' | 'snake case name' | 'snakecasename')"],
    ["std::vector<int>", "('std vector int')"],
    ["std::vector", "('std0vector' | 'std vector' | 'stdvector')"],
    ["Array.prototype.map()", "('array0prototype0map' | 'array prototype map' | 'arrayprototypemap')"],
    ["int64_t", "('int640t' | 'int64 t' | 'int64t')"],
    ["node.js", "('node0js' | 'node js' | 'nodejs')"],
    ["C++", "'cplusplus'"],
    ["c++ c# F#", "('cplusplus' & 'csharp' & 'fsharp')"],
    ["Q#", "'qsharp'"],
    ["--force", "'force'"],
    ["wave/particle", "'wave particle'"],
    ["f(x)", "('f' & 'x')"],
    ["Schrödinger", "('schrödinger' | 'schrodinger')"],
    ["%%%", null],
    ["((a+)+)$", "'a'"],
    ["a:*&|!<->()", "'a'"],
    ["' or 1=1 --", "('1' & '1')"],
    ["\\", null],
    ["🔑", null],
    ['"', null],
    ["   ", null],
  ])("%s [C7.24]", (text, query) => {
    const normal = (value: string | null) => value?.replace(/\(('[^']*')\)/g, "$1") ?? null;
    expect(normal(queryOf(text))).toBe(normal(query));
  });

  it("is bounded, whatever is typed", () => {
    const parsed = parseSearch("a_b ".repeat(50));
    expect(parsed?.query.split("&")).toHaveLength(32);
    expect(parseSearch("-".repeat(200))).toBeNull();
    expect(parseSearch('-"'.repeat(100))).toBeNull();
  });
});

describe("the words of a search", () => {
  it("are those that may be mistyped: no phrases, identifiers or excluded words [C7.24]", () => {
    const parsed = parseSearch('Qubti of Schrödinger -mistkae "exact phrsae" std::vectro 12345');
    expect(parsed?.plainWords).toEqual(["qubti", "schrodinger"]);
  });

  it("are searched together with their corrections, which are shown [C7.24]", () => {
    const parsed = parseSearch("qubti -noise");
    const better = parsed && corrected(parsed, new Map([["qubti", "qubit"]]));
    expect(better).toMatchObject({ text: "qubit -noise", query: "(('qubit' | 'qubti') & !'noise')" });
  });

  it("can be searched one by one, except for excluded words [C7.24]", () => {
    const parsed = parseSearch("bell state -noise");
    const any = parsed && relaxed(parsed);
    expect(any).toMatchObject({
      text: "bell -noise or state -noise",
      query: "('bell' & !'noise') | ('state' & !'noise')",
    });
    expect(any?.anyOf).toEqual([
      { operand: "'bell'", word: "bell" },
      { operand: "'state'", word: "state" },
    ]);
    const question = parseSearch("How do I build the circuit?");
    expect(question && relaxed(question)?.text).toBe("build or circuit");
    const one = parseSearch("bell");
    expect(one && relaxed(one)).toBeNull();
  });

  it("in a row are a phrase that ranks higher [C7.24]", () => {
    expect(parseSearch("bell state")?.phrase).toBe("'bell state'");
    expect(parseSearch("bell")?.phrase).toBeNull();
    expect(parseSearch("bell or state")?.phrase).toBeNull();
  });
});
