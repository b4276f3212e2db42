import { LIMITS } from "@bbux/contract";
import { PlainSkeleton } from "../../components/PlainSkeleton.tsx";
import page from "./FeedPage.module.css";
import row from "./FeedRow.module.css";

const ROWS = Array.from({ length: LIMITS.pageSize.default }, (_, index) => index);

/** Placeholder rows of the same height as real ones, so that nothing moves. */
export function FeedSkeleton() {
  return (
    <div role="status" aria-label="Loading posts">
      <div className={`${page.count} ${page.countSkeleton}`}>
        <PlainSkeleton width={120} height={13} my={3} />
      </div>
      <ul className={page.list} aria-hidden>
        {ROWS.map((index) => (
          <li className={row.row} key={index}>
            <div className={row.grid}>
              <div className={row.counts}>
                <PlainSkeleton width={72} height={18} my={4} />
                <PlainSkeleton width={64} height={14} />
              </div>
              <div className={row.body}>
                <PlainSkeleton width={`${48 + ((index * 17) % 36)}%`} height={16} my={4} />
                <PlainSkeleton width={`${82 + ((index * 7) % 16)}%`} height={14} my={4} />
                <div className={row.meta}>
                  <PlainSkeleton width={120} height={18} />
                  <PlainSkeleton width={150} height={16} />
                </div>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
