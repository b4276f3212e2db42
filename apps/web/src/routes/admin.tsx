import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../lib/head.ts";
import { AdminPage } from "../operations/admin/AdminPage.tsx";
import { type OnAdminSearch, readAdminSearch } from "../operations/admin/admin.search.ts";

export const Route = createFileRoute("/admin")({
  validateSearch: readAdminSearch,
  head: () => pageHead("/admin"),
  component: Admin,
});

function Admin() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const change: OnAdminSearch = (changes, { replace = false } = {}) =>
    void navigate({
      search: (present) => ({ ...present, page: undefined, ...changes }),
      resetScroll: false,
      replace,
    });
  return <AdminPage search={search} onSearch={change} />;
}
