import { INTERFACE_LANGUAGES, isInterfaceLanguage } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { translate, translatorOf } from "./translate.ts";

const german = translatorOf({
  "Not found": "Nicht gefunden",
  "You need {0} points. You have {1}.": "Du brauchst {0} Punkte. Du hast {1}.",
  "You can {0} a day.": "Du kannst am Tag {0}.",
  "{0} and {1}": "{0} und {1}",
  "{0}, {1} and {2}": "{0}, {1} und {2}",
  two: "zwei",
  "{0} upvotes": "{0} Stimmen",
  "ask {0} questions": "{0} Fragen stellen",
  "An admin signed you out: {0}": "Abgemeldet: {0}",
  "The bounty is paid on {0}": "Die Prämie wird am {0} gezahlt",
  "{0} answered {1}": "{0} hat auf {1} geantwortet",
  "{0} is {1}": "{0} ist {1}",
  "A withdrawal of {0} was requested.{1}": "Eine Auszahlung von {0} wurde verlangt.{1}",
  "It's held until {0}, because {1}.": "Sie ist bis {0} gesperrt, weil {1}.",
  "your account is frozen": "dein Konto eingefroren ist",
  "Your {0} is hidden": "Ausgeblendet: {0}",
  "answer on {0}": "Antwort auf {0}",
  "Not yet translated {0}": "",
  "Not yet": "",
});

describe("a sentence of the server", () => {
  it.each([
    ["Not found", "Nicht gefunden"],
    ["You need 10 points. You have 3.", "Du brauchst 10 Punkte. Du hast 3."],
    ["ada, bob and two answered “Not found”", "ada, bob und two hat auf “Not found” geantwortet"],
    ["An admin signed you out: phone and laptop", "Abgemeldet: phone and laptop"],
    ["You can ask three questions a day.", "Du kannst am Tag 3 Fragen stellen."],
    ["The bounty is paid on Mar 3, 2026", "Die Prämie wird am 03.03.2026 gezahlt"],
    ["2 upvotes", "2 Stimmen"],
    ["ada and bob answered “Who and why?”", "ada und bob hat auf “Who and why?” geantwortet"],
    ["Your answer on “Your post is hidden” is hidden", "Ausgeblendet: Antwort auf “Your post is hidden”"],
    ["Your post “Salt and pepper” is hidden: Not found", "Ausgeblendet: post “Salt and pepper”: Not found"],
    ["Your answer on “X” is hidden: this is spam", "Ausgeblendet: Antwort auf “X”: this is spam"],
    ["This is spam", "This is spam"],
    [
      "A withdrawal of 5 BBUX was requested. It's held until May 1, because your account is frozen.",
      "Eine Auszahlung von 5 BBUX wurde verlangt. Sie ist bis May 1 gesperrt, weil dein Konto eingefroren ist.",
    ],
    ["Not found. You need 1 points. You have 0.", "Nicht gefunden. Du brauchst 1 Punkte. Du hast 0."],
    ["Not found You can ask", "Not found You can ask"],
    ["You can ask once a day. Not found", "Du kannst am Tag ask once. Nicht gefunden"],
  ])("%s", (english, expected) => expect(german(english)).toBe(expected));

  it.each(["", "Something else entirely", "Not yet", "Not yet translated x"])(
    "without a translation stays as it is: %j",
    (sentence) => expect(german(sentence)).toBe(sentence),
  );

  it("takes no longer to read if a member's title repeats its words", () => {
    const title = " answered ".repeat(20_000);
    expect(german(`ada answered “${title}” and`)).toContain("hat auf");
  });
});

it("is in English for English, and in every other language for its readers", () => {
  for (const language of Object.keys(INTERFACE_LANGUAGES).filter(isInterfaceLanguage))
    expect(translate(language, "Insufficient balance") === "Insufficient balance").toBe(language === "en");
});
