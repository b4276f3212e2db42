import { describe, expect, it } from "vitest";
import { readFacts } from "./facts.ts";

const links = {
  chatInvite: "https://chat.example",
  social: null,
  support: "a@b.example",
  legal: "c@d.example",
  source: "https://s.example",
};

describe("the facts embedded in the page", () => {
  it("are read as the server wrote them", () => {
    const providers = [{ id: "acme", name: "Acme" }];
    const brand = { name: "Askaway", logo: null };
    const facts = { session: false, timeoutFactor: 2.5, providers, brand, links };
    expect(readFacts(JSON.stringify(facts))).toEqual(facts);
    expect(readFacts(JSON.stringify({ ...facts, providers: [...providers, { id: 1 }, null] })).providers).toEqual(
      providers,
    );
    expect(readFacts(JSON.stringify({ session: true, links })).session).toBe(true);
    expect(readFacts(JSON.stringify({ session: true, brand: { name: 1 }, links })).brand.name).toBe("BBUX");
  });

  it.each([undefined, null, "", "{", "null", "[]", '{"session":"no","links":{"support":1}}'])(
    "%j results in the defaults, and the app requests who is signed in",
    (json) => {
      const facts = readFacts(json);
      expect(facts.session).toBeNull();
      expect(facts.timeoutFactor).toBe(1);
      expect(facts.providers).toEqual([]);
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
