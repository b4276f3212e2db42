import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

interface InnerLinkProps {
  /** A path of ours, as the server or a sentence names it: the router does not know it by its type. */
  readonly href: string;
  readonly className?: string | undefined;
  /** Whether it leads to where the reader is. */
  readonly current?: boolean;
  readonly children: ReactNode;
}

/** A link within the app by its address. Another tab, or another window, is the browser's own way. */
export function InnerLink({ href, className, current, children }: InnerLinkProps) {
  const router = useRouter();
  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  }
  return (
    <a href={href} className={className} aria-current={current ? "page" : undefined} onClick={follow}>
      {children}
    </a>
  );
}
