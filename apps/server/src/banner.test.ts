import { describe, expect, it } from "vitest";
import { type BannerFacts, banner } from "./banner.ts";

const facts: BannerFacts = {
  environment: "production",
  address: "http://localhost:3000",
  members: [],
  data: "/srv/bbux",
  database: "embedded",
  chain: "Solana, devnet",
};

describe("the startup banner", () => {
  it("shows the version, and the environment if it isn't production [C1.16]", () => {
    expect(banner(facts)).toContain("BBUX 1.0.0 is running.\n");
    expect(banner({ ...facts, environment: "development" })).toContain("BBUX 1.0.0 is running in development.\n");
  });

  it("shows where everything is, and no sign-ins if there are none", () => {
    const text = banner(facts);
    for (const word of ["http://localhost:3000/api/reference", "/srv/bbux", "Ctrl-C"]) expect(text).toContain(word);
    expect(text).not.toContain("Demo");
  });

  it("shows how to sign in to the demo community", () => {
    const member = {
      email: "a@demo.example",
      emailVerified: true,
      frozen: false,
      password: "p",
      authenticatorKey: null,
      role: "user",
      balance: "5",
    };
    const text = banner({
      ...facts,
      members: [
        member,
        { ...member, email: "moderator@demo.example", role: "admin" },
        { ...member, email: "new@demo.example", emailVerified: false },
        { ...member, email: "app@demo.example", authenticatorKey: "KEY" },
        { ...member, email: "cold@demo.example", frozen: true },
      ],
    });
    expect(text).toContain("password for all: p");
    expect(text).toMatch(/a@demo\.example +5 BBUX\n/);
    expect(text).toContain("moderator@demo.example  5 BBUX, admin\n");
    expect(text).toMatch(/new@demo\.example +5 BBUX, email not confirmed\n/);
    expect(text).toMatch(/cold@demo\.example +5 BBUX, account frozen\n/);
    expect(text).toMatch(/app@demo\.example +5 BBUX, authenticator key KEY\n/);
  });
});
