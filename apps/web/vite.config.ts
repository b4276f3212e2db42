import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run dev` runs the API. */
const API = "http://localhost:3000";

export default defineConfig({
  plugins: [
    tanstackRouter({ target: "react", autoCodeSplitting: true, quoteStyle: "double", semicolons: true }),
    react(),
  ],
  server: {
    port: 5173,
    proxy: {
      "/api": {
        target: API,
        // The API accepts writes from its own origin only; behind this proxy the page's origin is ours, so it speaks for it.
        configure: (proxy) =>
          proxy.on("proxyReq", (outgoing, incoming) => {
            if (incoming.headers.origin === `http://${incoming.headers.host}`) outgoing.setHeader("origin", API);
          }),
      },
    },
  },
  build: { outDir: "dist", sourcemap: false, target: "es2022" },
});
