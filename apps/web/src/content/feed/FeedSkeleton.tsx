import { LIMITS } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import page from "./FeedPage.module.css";
import row from "./FeedRow.module.css";

const ROWS = Array.from({ length: LIMITS.pageSize.default }, (_, index) => index);

/** Placeholder rows of the same height as real ones, so that nothing moves. */
export function FeedSkeleton() {
  return (
    <div role="status" aria-label="Loading posts">
      <div className={`${page.count} ${page.countSkeleton}`}>
        <Skeleton width={120} height={13} />
      </div>
      <ul className={page.list} aria-hidden>
        {ROWS.map((index) => (
          <li className={row.row} key={index}>
            <div className={row.grid}>
              <div className={row.counts}>
                <Skeleton width={78} height={18} my={4} />
                <Skeleton width={64} height={14} />
              </div>
              <div className={row.body}>
                <Skeleton width={`${48 + ((index * 17) % 36)}%`} height={18} my={3} />
                <Skeleton width={`${82 + ((index * 7) % 16)}%`} height={14} mt={9} mb={12} />
                <div className={row.meta}>
                  <Skeleton width={120} height={18} />
                  <Skeleton width={150} height={16} />
                </div>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
