import "./noEval.ts";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/inter/wght-italic.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "../styles/components.css";
import "@mantine/notifications/styles.layer.css";
import "../styles/mantine.css";
import "../styles/print.css";

import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { sessionReady } from "../lib/session.ts";
import { client, queryClient, trpc } from "../lib/trpc.ts";
import { whenReadyToShow } from "./firstContent.ts";
import { lateStylesInForce } from "./lateStyles.ts";
import { router } from "./router.ts";
import { registerServiceWorker } from "./serviceWorker.ts";
import { ToastHost } from "./ToastHost.tsx";
import { cssVariables, theme } from "./theme.ts";

// Requested before anything is drawn, so that the answer arrives as early as possible.
void sessionReady();
registerServiceWorker();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const app = (
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <ToastHost />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  </StrictMode>
);
// A transition renders in small pieces, so a slow phone stays responsive; the server-rendered content stays in the
// meantime.
void Promise.all([lateStylesInForce(), whenReadyToShow()]).then(() =>
  startTransition(() => createRoot(root).render(app)),
);
