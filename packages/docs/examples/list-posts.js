import { api } from "./bbux.js";

// Reading needs no session. Pages are counted from 1.
let page = 1;
let pages = 1;
while (page <= pages) {
  const query = new URLSearchParams({ filter: "open", limit: 50, page });
  const { posts, pagination } = await api("GET", `/posts?${query}`);
  for (const { id, bountyAmount, title } of posts) {
    console.log(`${id}\t${bountyAmount} BBUX\t${title}`);
  }
  pages = pagination.pages;
  page += 1;
}
