import type { DocsMeta } from "virtual:docs";
import { IconArrowLeft, IconArrowRight, IconChevronDown, IconFileDownload, IconPrinter } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { InnerLink } from "../../components/InnerLink.tsx";
import { PageSearch } from "../../components/PageSearch.tsx";
import { ButtonLook, PlainButton } from "../../components/PlainButton.tsx";
import { timeText } from "../../lib/time.ts";
import { type LoadedPage, neighboursOf } from "./catalogue.ts";
import { DocsNav } from "./DocsNav.tsx";
import classes from "./DocsPage.module.css";
import { DocsProse } from "./DocsProse.tsx";
import { DocsSearch } from "./DocsSearch.tsx";
import { DocsToc } from "./DocsToc.tsx";

/** Pages that people print to keep what they agreed to. */
const PRINTED = ["privacy", "terms"];

/** A documentation page: navigation on the left, the text, its headings on the right. */
export function DocsPage({ page: { meta, body } }: { readonly page: LoadedPage }) {
  return (
    <div className={classes.page}>
      <div className={classes.columns}>
        <nav className={classes.left} aria-label="Documentation" data-scrolls>
          <DocsNav current={meta.slug} />
        </nav>
        <div className={classes.middle}>
          <Link to="/docs" className={classes.back}>
            <IconArrowLeft size={18} stroke={1.6} aria-hidden /> Back to Documentation
          </Link>
          <PageSearch>
            <DocsSearch />
          </PageSearch>
          <article>
            <Head meta={meta} />
            <Folded title="On this page">
              <DocsToc toc={body.toc} />
            </Folded>
            <DocsProse key={meta.slug} html={body.html} />
          </article>
          <Neighbours slug={meta.slug} />
          <div className={classes.onPhones}>
            <Folded title="All documentation">
              <DocsNav current={meta.slug} />
            </Folded>
          </div>
        </div>
        <nav className={classes.right} aria-label="On this page" data-scrolls>
          <p className={classes.group}>On this page</p>
          <DocsToc toc={body.toc} follow />
        </nav>
      </div>
    </div>
  );
}

function Head({ meta }: { readonly meta: DocsMeta }) {
  return (
    <header className={classes.head}>
      <h1>{meta.title}</h1>
      <p className={classes.lead}>{meta.description}</p>
      <div className={classes.facts}>
        <span>
          Updated <time dateTime={meta.updated}>{timeText(meta.updated, "date", { utc: true })}</time>
        </span>
        <span className={classes.actions}>
          <ButtonLook
            variant="default"
            size="xs"
            leftSection={<IconFileDownload size={18} stroke={1.6} aria-hidden />}
            root={(drawn) => <a href={meta.pdf} target="_blank" rel="noopener" {...drawn} />}
          >
            Download PDF
          </ButtonLook>
          {PRINTED.includes(meta.slug) && (
            <PlainButton
              variant="default"
              size="xs"
              leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />}
              onClick={() => window.print()}
            >
              Print
            </PlainButton>
          )}
        </span>
      </div>
    </header>
  );
}

/** Collapsed where there is no room beside the text. */
function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className={classes.folded}>
      <summary>
        {title}
        <IconChevronDown size={18} stroke={1.6} aria-hidden />
      </summary>
      {children}
    </details>
  );
}

function Neighbours({ slug }: { readonly slug: string }) {
  const { before, after } = neighboursOf(slug);
  return (
    <nav className={classes.neighbours} aria-label="Previous and next page">
      {before && (
        <InnerLink href={before.address} className={classes.neighbour}>
          <small>
            <IconArrowLeft size={18} stroke={1.6} aria-hidden /> Previous
          </small>
          <span>{before.title}</span>
        </InnerLink>
      )}
      {after && (
        <InnerLink href={after.address} className={`${classes.neighbour} ${classes.next}`}>
          <small>
            Next <IconArrowRight size={18} stroke={1.6} aria-hidden />
          </small>
          <span>{after.title}</span>
        </InnerLink>
      )}
    </nav>
  );
}
