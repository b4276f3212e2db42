import type { Case } from "./cases.ts";

export const gifCases: Record<string, Case[]> = {
  "gifs-search": [
    { title: "gives pictures and how many there are [M7.44]", as: "asker", input: () => ({ q: "well done" }) },
    { title: "takes a limit and an offset", as: "asker", input: () => ({ q: "hi", limit: 25, offset: 25 }) },
    { title: "refuses a search for nothing [M5.31]", as: "asker", input: () => ({}), refused: "VALIDATION_ERROR" },
    {
      title: "refuses too many [M5.32]",
      as: "asker",
      input: () => ({ q: "a", limit: 26 }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "is refused when the service fails",
      as: "asker",
      input: (world) => {
        world.gifs.answer((_request, response) => void response.writeHead(500).end());
        return { q: "broken" };
      },
      refused: "GIF_UNAVAILABLE",
    },
  ],
};
