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

// The process that prints the documentation takes all that compiles Markdown with it: only what it prints with, and the fonts,
// are packages of the server.
await build({
  entryPoints: { "documents.child": "../../packages/docs/src/pdf/child.ts" },
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  sourcemap: true,
  logLevel: "warning",
  external: ["pdfmake"],
  // Some of those packages still ask for Node's modules by require.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
});
