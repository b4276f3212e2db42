import { searchGifsInput, searchGifsOutput } from "@bbux/contract";
import { memberProcedure, router } from "../../platform/calls/index.ts";

export const gifsRouter = router({
  search: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/gifs/search",
        tags: ["gifs"],
        summary: "Search GIFs for the chat",
        description: "Suitable for everyone (rated g). The pictures are on the GIF service's own hosts.",
      },
      refuses: ["GIF_UNAVAILABLE"],
    })
    .input(searchGifsInput)
    .output(searchGifsOutput)
    .query(({ ctx, input }) => ctx.gifs.search(input, () => ctx.consume("gif", ctx.viewer.id))),
});
