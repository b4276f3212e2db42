import { InnerLink } from "../../components/InnerLink.tsx";
import { CATEGORIES, pagesOf } from "./catalogue.ts";
import classes from "./DocsPage.module.css";

/** All pages by category, with the current one marked. */
export function DocsNav({ current }: { readonly current: string }) {
  return (
    <div className={classes.nav}>
      {CATEGORIES.map(({ name, title }) => (
        <section key={name}>
          <p className={classes.group}>{title}</p>
          <ul>
            {pagesOf(name).map((page) => (
              <li key={page.slug} data-current={page.slug === current || undefined}>
                <InnerLink href={page.address} current={page.slug === current}>
                  {page.title}
                </InnerLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
