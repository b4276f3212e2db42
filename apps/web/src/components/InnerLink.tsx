import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

interface InnerLinkProps {
  /** A path within the site from the server or a text, which the router's types don't cover. */
  readonly href: string;
  readonly className?: string | undefined;
  /** Whether it leads to the current page. */
  readonly current?: boolean;
  readonly children: ReactNode;
}

/** A link within the app by its address. Opening it in another tab or window is left to the browser. */
export function InnerLink({ href, className, current, children }: InnerLinkProps) {
  const router = useRouter();
  function openInApp(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  }
  return (
    <a href={href} className={className} aria-current={current ? "page" : undefined} onClick={openInApp}>
      {children}
    </a>
  );
}
