import { describe, expect, it } from "vitest";
import { socialUrl, websiteUrl } from "./socials.ts";

describe("a link of a profile", () => {
  it.each([
    ["ada", "https://github.com/ada"],
    ["@ada", "https://github.com/ada"],
    ["ada/a#b", "https://github.com/ada/a%23b"],
    ["ädä", "https://github.com/%C3%A4d%C3%A4"],
    ["github.com/ada", "https://github.com/ada"],
    ["http://www.github.com/ada", "https://www.github.com/ada"],
    ["ada/../../eve", null],
    ["//evil.example/ada", null],
    ["ada?next=https://evil.example", null],
    ["ada\r\nSet-Cookie: x", null],
    ["https://github.com.evil.example/ada", null],
    ["https://evil.example/github.com/ada", null],
    ["https://ada@github.com/ada", null],
    ["https://github.com:8443/ada", null],
    ["javascript:alert(1)//github.com/", null],
  ])("to a service leads there, with a name that is encoded for its place, or nowhere: %j", (value, address) => {
    expect(socialUrl("github", value)).toBe(address);
  });

  it.each([
    ["example.org", "https://example.org/"],
    ["http://example.org/ä b?q=<x>", "http://example.org/%C3%A4%20b?q=%3Cx%3E"],
    ['https://example.org/"onclick=', "https://example.org/%22onclick="],
    ["javascript:alert(1)", null],
    ["data:text/html,x", null],
    ["file:///etc/passwd", null],
    ["https://user:secret@example.org/", null],
    ["https://localhost/", null],
  ])("to a website is one of the web, encoded, or none: %j", (value, address) => {
    expect(websiteUrl(value)).toBe(address);
  });
});
