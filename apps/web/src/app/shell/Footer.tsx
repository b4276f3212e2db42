import { APP } from "@bbux/contract";
import type { ReactNode } from "react";
import { BrandMark } from "../../components/Brand.tsx";
import { InnerLink } from "../../components/InnerLink.tsx";
import { LanguageOptions } from "../../components/LanguageOptions.tsx";
import { FACTS } from "../../lib/facts.ts";
import { chooseLanguage, chosenLanguage } from "../../lib/language.ts";
import classes from "./Footer.module.css";
import { SchemeMenu } from "./SchemeMenu.tsx";

/** Our own pages by address, because the router knows all documentation pages as one route. */
const COLUMNS = [
  {
    title: "Platform",
    links: [
      { href: "/community", says: "Community" },
      { href: "/reserves", says: "Proof of reserves" },
      { href: "/transparency", says: "Transparency" },
      { href: "/feeds/community.atom", says: "Atom feed" },
    ],
  },
  {
    title: "Docs",
    links: [
      { href: "/docs", says: "Documentation" },
      { href: "/docs/user-guide", says: "User guide" },
      { href: "/docs/api-reference", says: "API reference" },
    ],
  },
  {
    title: "Legal",
    links: [
      { href: "/privacy", says: "Privacy" },
      { href: "/terms", says: "Terms" },
    ],
  },
] as const;

/** The footer of the pages that visitors read. Links that the operator has not configured are left out. */
export function Footer() {
  const { chatInvite, social, support } = FACTS.links;
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div>
          <p className={classes.brand}>
            <span>
              <BrandMark size={24} /> {FACTS.brand.name} <small>{APP.version}</small>
            </span>
            Questions with bounties. One BBUX is backed by one SOL.
          </p>
          <div className={classes.choices}>
            <label>
              <span>Language</span>
              <select
                value={chosenLanguage() ?? ""}
                onChange={(event) => chooseLanguage(event.currentTarget.value || null)}
              >
                <LanguageOptions />
              </select>
            </label>
            <SchemeMenu />
          </div>
        </div>
        <nav aria-label="Footer">
          {COLUMNS.map(({ title, links }) => (
            <Column key={title} title={title}>
              {links.map(({ href, says }) => (
                <li key={href}>
                  {href.endsWith(".atom") ? (
                    <a href={href} type="application/atom+xml">
                      {says}
                    </a>
                  ) : (
                    <InnerLink href={href}>{says}</InnerLink>
                  )}
                </li>
              ))}
            </Column>
          ))}
          <Column title="Contact">
            {chatInvite !== null && (
              <li>
                <Outside href={chatInvite}>Community chat</Outside>
              </li>
            )}
            {social !== null && (
              <li>
                <Outside href={social}>Social account</Outside>
              </li>
            )}
            <li>
              <a href={`mailto:${support}`}>Support</a>
            </li>
          </Column>
        </nav>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
