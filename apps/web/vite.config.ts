import { fileURLToPath } from "node:url";
import { docs } from "@bbux/docs/vite";
import { texts } from "@bbux/texts";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { lateStyles } from "./build/lateStyles.ts";
import { wornStyles } from "./build/wornStyles.ts";
import { LOCALES } from "./texts.config.ts";

/** Where `npm run dev` runs the API. */
const API = "http://localhost:3000";

/** What stands in for a package that comes with another and would do harm; the file says why. */
const alias = {
  "@solana-mobile/wallet-adapter-mobile": fileURLToPath(
    new URL("src/features/solana/provider/mobile.ts", import.meta.url),
  ),
};

/**
 * What every page needs comes in two files: the libraries, which seldom change, and the app's shell. Left to itself the bundler
 * splits it wherever another page shares a part, and many small files pack worse.
 */
const groups = [
  // Their styles stay with ours, in the order in which main.tsx names them: it decides which layer is over which.
  { name: "libraries", tags: ["$initial" as const], test: /node_modules(?!.*\.css)/ },
  { name: "shell", tags: ["$initial" as const] },
];

export default defineConfig({
  resolve: { alias },
  plugins: [
    texts({ locales: LOCALES }),
    tanstackRouter({ target: "react", autoCodeSplitting: true, quoteStyle: "double", semicolons: true }),
    react(),
    docs(),
    wornStyles(),
    lateStyles(),
    // Beside each file, so that none is compressed while somebody waits for it.
    compression({
      algorithms: ["brotliCompress", "gzip"],
      include: /\.(?:js|css|svg|json|webmanifest|txt)$/,
      threshold: 1_024,
    }),
  ],
  server: {
    port: 5173,
    // The host is passed on as it came, so that the API sees the page's origin as its own.
    proxy: { "/api": { target: API, changeOrigin: false } },
  },
  build: {
    outDir: "dist",
    sourcemap: false,
    target: "es2022",
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
