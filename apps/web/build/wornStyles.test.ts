import { describe, expect, it } from "vitest";
import { missingStyles } from "./wornStyles.ts";

const all = ".m_aaaaaaaa{color:red}.m_bbbbbbbb{color:red}";

describe("styles of the Mantine components in use", () => {
  it("are missing if the sheet lacks a class that Mantine has styles for", () =>
    expect(missingStyles('x="m_aaaaaaaa m_bbbbbbbb"', ".m_aaaaaaaa{color:red}", all)).toEqual(["m_bbbbbbbb"]));
  it("are not required for a class that Mantine has no styles for", () =>
    expect(missingStyles('x="m_cccccccc"', "", all)).toEqual([]));
});
