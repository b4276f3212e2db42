import { fileURLToPath } from "node:url";
import { docs } from "@bbux/docs/vite";
import { texts } from "@bbux/texts";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { chunks } from "./build/chunks.ts";
import { lateParts } from "./build/lateParts.ts";
import { library } from "./build/library.ts";
import { translatedPage } from "./build/translatedPage.ts";
import { wornStyles } from "./build/wornStyles.ts";
import { LOCALES, TRANSLATED } from "./texts.config.ts";

/** Where `npm run dev` runs the API. */
const API = "http://localhost:3000";

/** The files that every page loads first. */
const FIRST = /assets\/(?:index|libraries|rolldown-runtime)-[\w-]+\.js$/;

/** Replaces a package that comes with another and would do harm; the replacement says why. */
const alias = {
  "@solana-mobile/wallet-adapter-mobile": fileURLToPath(
    new URL("src/money/solana/provider/mobile.ts", import.meta.url),
  ),
};

/**
 * Built twice: English as it is written, at no cost, and with `--mode translated` once more for all other languages, whose
 * files join the first build's.
 */
export default defineConfig(({ mode }) => ({
  resolve: { alias },
  plugins: [
    library(),
    ...(mode === TRANSLATED ? [texts({ locales: LOCALES }), translatedPage()] : []),
    tanstackRouter({ target: "react", autoCodeSplitting: true, quoteStyle: "double", semicolons: true }),
    react(),
    docs(),
    wornStyles(),
    lateParts(),
    // Written next to each file, so that none is compressed while someone waits for it.
    compression({
      algorithms: ["brotliCompress", "gzip"],
      include: /\.(?:js|css|svg|json|webmanifest|txt)$/,
      threshold: 1_024,
    }),
  ],
  server: {
    port: 5173,
    // The host is passed on unchanged, so that the API sees the page's origin as its own.
    proxy: Object.fromEntries(["/api", "/mail"].map((path) => [path, { target: API, changeOrigin: false }])),
  },
  build: {
    outDir: "dist",
    ...(mode === TRANSLATED && { emptyOutDir: false, copyPublicDir: false }),
    sourcemap: false,
    target: "es2022",
    modulePreload: {
      // Browsers that run this build preload modules on their own.
      polyfill: false,
      // The list of what each part needs is in the first file: without the part itself, which its import fetches, and what
      // every page has.
      resolveDependencies: (file, needed) => needed.filter((one) => one !== file && !FIRST.test(one)),
    },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // The first file lists hundreds of files, and hashes don't compress.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
      },
    },
  },
}));
