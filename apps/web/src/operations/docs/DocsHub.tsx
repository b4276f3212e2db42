import { Button } from "@mantine/core";
import { IconArrowRight, IconMail } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { InnerLink } from "../../components/InnerLink.tsx";
import { Page } from "../../components/Page.tsx";
import { PageSearch } from "../../components/PageSearch.tsx";
import { FACTS } from "../../lib/facts.ts";
import { CATEGORIES, pagesOf, TASKS } from "./catalogue.ts";
import classes from "./DocsHub.module.css";
import { DocsSearch } from "./DocsSearch.tsx";

/** The start page of the documentation: common tasks, then every page by audience. */
export function DocsHub() {
  return (
    <Page>
      <header className={classes.head}>
        <h1>Documentation</h1>
        <p>How {FACTS.brand.name} works, how to use it, and how to build on it.</p>
        <PageSearch>
          <DocsSearch />
        </PageSearch>
      </header>
      <section aria-label="Start here">
        <ul className={classes.featured}>
          {TASKS.map(({ title, text, href }) => (
            <li key={href} className={classes.card}>
              <h2>
                <InnerLink href={href}>{title}</InnerLink>
                <IconArrowRight size={18} stroke={1.6} aria-hidden />
              </h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <div className={classes.pages}>
        {CATEGORIES.map(({ name, title }) => (
          <section key={name} id={name} aria-labelledby={`${name}-title`}>
            <h2 id={`${name}-title`}>{title}</h2>
            <ul>
              {pagesOf(name).map((page) => (
                <li key={page.slug}>
                  <h3>
                    <InnerLink href={page.address}>{page.title}</InnerLink>
                  </h3>
                  <p>{page.description}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section className={classes.more} aria-labelledby="more-help">
        <div>
          <h2 id="more-help">Can't find it?</h2>
          <p>Someone in the community may know. If it's about your account, write to us.</p>
        </div>
        <div className={classes.ways}>
          <Button renderRoot={(props) => <Link to="/community" {...props} />}>Ask the community</Button>
          <Button
            component="a"
            href={`mailto:${FACTS.links.support}`}
            variant="default"
            leftSection={<IconMail size={18} stroke={1.6} aria-hidden />}
          >
            {FACTS.links.support}
          </Button>
        </div>
      </section>
    </Page>
  );
}
