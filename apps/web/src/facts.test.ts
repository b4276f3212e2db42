import { describe, expect, it } from "vitest";
import { readFacts } from "./facts.ts";

const links = {
  chatInvite: "https://chat.example",
  social: null,
  support: "a@b.example",
  legal: "c@d.example",
  source: "https://s.example",
};

describe("the facts that come with the page", () => {
  it("are taken as the server wrote them", () => {
    expect(readFacts(JSON.stringify({ session: false, links }))).toEqual({ session: false, links });
    expect(readFacts(JSON.stringify({ session: true, links })).session).toBe(true);
  });

  it.each([undefined, null, "", "{", "null", "[]", '{"session":"no","links":{"support":1}}'])(
    "%j leaves what holds by default, and the app asks who is there",
    (json) => {
      const facts = readFacts(json);
      expect(facts.session).toBeNull();
      expect(facts.links).toEqual({
        chatInvite: null,
        social: null,
        support: "support@bbux.example",
        legal: "legal@bbux.example",
        source: "https://bbux.example/source",
      });
    },
  );
});
