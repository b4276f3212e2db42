// Bundles the server: our packages go in, those of the registry stay outside and are loaded from node_modules.
import { build } from "esbuild";

await build({
  // Images are written anew by a process of its own; the local chain is another.
  entryPoints: {
    main: "src/main.ts",
    "images.child": "src/uploads/images.child.ts",
    "local-chain.child": "../../packages/local-chain/src/local-chain.child.ts",
  },
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  sourcemap: true,
  logLevel: "warning",
  plugins: [
    {
      name: "registry packages stay outside",
      setup(context) {
        context.onResolve({ filter: /^[^./]/ }, ({ path }) =>
          path.startsWith("@bbux/") ? undefined : { path, external: true },
        );
      },
    },
  ],
});
