// Bundles the server: our packages go in, those of the registry stay outside and are loaded from node_modules.
import { build } from "esbuild";

await build({
  entryPoints: ["src/main.ts"],
  outfile: "dist/main.js",
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
