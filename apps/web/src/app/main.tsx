import "./noEval.ts";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/inter/wght-italic.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "../styles/components.css";
import "virtual:theme.css";
import "@mantine/notifications/styles.layer.css";
import "../styles/mantine.css";
import "../styles/print.css";

import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { FACTS } from "../lib/facts.ts";
import { sessionReady, wasSignedIn } from "../lib/session.ts";
import { client, queryClient, trpc } from "../lib/trpc.ts";
import { whenReadyToShow } from "./firstContent.ts";
import { lateStylesInForce } from "./lateStyles.ts";
import { LibraryContext } from "./library/LibraryContext.tsx";
import { router } from "./router.ts";
import { registerServiceWorker } from "./serviceWorker.ts";
import { lateMember } from "./shell/lateParts.ts";
import { ToastHost } from "./ToastHost.tsx";

// Requested before anything is drawn, so that the answer arrives as early as possible.
void sessionReady();
registerServiceWorker();
/** Fetched with the page's data, so that a member's navigation is there from the first paint of the app. */
const memberReady = FACTS.session === true || wasSignedIn() ? lateMember.fetch() : null;

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const app = (
  <StrictMode>
    <LibraryContext>
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <ToastHost />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </trpc.Provider>
    </LibraryContext>
  </StrictMode>
);
// A transition renders in small pieces, so a slow phone stays responsive; the server-rendered content stays in the
// meantime.
void Promise.all([lateStylesInForce(), whenReadyToShow(), memberReady]).then(() =>
  startTransition(() => createRoot(root).render(app)),
);
