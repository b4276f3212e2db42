import { describe, expect, it } from "vitest";
import { missingStyles } from "./wornStyles.ts";

const all = ".m_aaaaaaaa{color:red}.m_bbbbbbbb{color:red}";

describe("styles of what the code wears", () => {
  it("are missing when the sheet has none for a class that Mantine has some for", () =>
    expect(missingStyles('x="m_aaaaaaaa m_bbbbbbbb"', ".m_aaaaaaaa{color:red}", all)).toEqual(["m_bbbbbbbb"]));
  it("are not missed for a class that Mantine itself has none for", () =>
    expect(missingStyles('x="m_cccccccc"', "", all)).toEqual([]));
});
