import { fileURLToPath } from "node:url";
import { docs } from "@bbux/docs/vite";
import { texts } from "@bbux/texts";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { chunks } from "./build/chunks.ts";
import { lateParts } from "./build/lateParts.ts";
import { wornStyles } from "./build/wornStyles.ts";
import { LOCALES } from "./texts.config.ts";

/** Where `npm run dev` runs the API. */
const API = "http://localhost:3000";

/** Replaces a package that comes with another and would do harm; the replacement says why. */
const alias = {
  "@solana-mobile/wallet-adapter-mobile": fileURLToPath(
    new URL("src/money/solana/provider/mobile.ts", import.meta.url),
  ),
};

export default defineConfig({
  resolve: { alias },
  plugins: [
    texts({ locales: LOCALES }),
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
    proxy: { "/api": { target: API, changeOrigin: false } },
  },
  build: {
    outDir: "dist",
    sourcemap: false,
    target: "es2022",
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
});
