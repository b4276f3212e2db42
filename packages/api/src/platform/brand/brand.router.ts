import { getBrandOutput, setBrandInput, setBrandOutput } from "@bbux/contract";
import { adminProcedure, publicProcedure, router } from "../calls/index.ts";
import { readBrand, type StoredBrand } from "./brand.queries.ts";
import { setBrand } from "./set.command.ts";

const answerOf = ({ changedAt, ...brand }: StoredBrand) => ({ ...brand, changedAt: changedAt?.toISOString() ?? null });

export const brandRouter = router({
  get: publicProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/brand",
        tags: ["brand"],
        protect: false,
        summary: "The platform's name, colors and images",
      },
    })
    .output(getBrandOutput)
    .query(async ({ ctx }) => ({ brand: answerOf(await readBrand(ctx.db)) })),

  set: adminProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/admin/brand",
        tags: ["brand"],
        summary: "Change the platform's name, colors and images",
        description:
          "Pages, emails, documents, and link previews change immediately. The currency is always called BBUX. A null image stands for the default.",
      },
      stepUp: true,
    })
    .input(setBrandInput)
    .output(setBrandOutput)
    .mutation(async ({ ctx, input }) => ({ success: true, brand: answerOf(await setBrand(ctx, input)) })),
});
