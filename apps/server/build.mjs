// Bundles the server with our own packages; packages from the registry stay out and are loaded from node_modules.
import { copyFileSync } from "node:fs";
import { build } from "esbuild";

await build({
  // Separate processes re-encode images, clean videos, estimate passwords and run the local chain.
  entryPoints: {
    main: "src/main.ts",
    // The key is held by another.
    "signer.child": "src/signer.child.ts",
    signer: "src/signer.main.ts",
    "images.child": "src/uploads/images.child.ts",
    "passwords.child": "src/passwords/passwords.child.ts",
    "videos.child": "src/uploads/videos/videos.child.ts",
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
        context.onResolve({ filter: /^[^./]/ }, ({ path }) => {
          if (path.startsWith("@bbux/")) return undefined;
          try {
            import.meta.resolve(path);
          } catch {
            return {
              errors: [{ text: `${path} is loaded by the built server and has to be one of its dependencies` }],
            };
          }
          return { path, external: true };
        });
      },
    },
  ],
});

// The processes that print the documentation and render members' texts bundle everything that compiles Markdown. Only the
// PDF library and the fonts are packages of the server.
await build({
  entryPoints: {
    "documents.child": "../../packages/docs/src/pdf/child.ts",
    "markdown.child": "src/markdown/markdown.child.ts",
  },
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  sourcemap: true,
  logLevel: "warning",
  external: ["pdfmake"],
  // Some of those packages still load Node's modules with require.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
});

copyFileSync("src/letter-logo.png", "dist/letter-logo.png");
