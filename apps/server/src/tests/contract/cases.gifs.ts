import type { Case } from "./cases.ts";

export const gifCases: Record<string, Case[]> = {
  "gifs-search": [
    { title: "returns pictures and their total [M7.44]", as: "asker", input: () => ({ q: "well done" }) },
    { title: "accepts a limit and an offset", as: "asker", input: () => ({ q: "hi", limit: 25, offset: 25 }) },
    { title: "refuses an empty search [M5.31]", as: "asker", input: () => ({}), refused: "VALIDATION_ERROR" },
    {
      title: "refuses a limit that is too high [M5.32]",
      as: "asker",
      input: () => ({ q: "a", limit: 26 }),
      refused: "VALIDATION_ERROR",
    },
    {
      title: "fails if the service fails",
      as: "asker",
      input: (world) => {
        world.gifs.answer((_request, response) => void response.writeHead(500).end());
        return { q: "broken" };
      },
      refused: "GIF_UNAVAILABLE",
    },
  ],
};
