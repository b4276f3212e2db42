from urllib.parse import urlencode

from bbux import api

# Reading needs no session. Pages are counted from 1.
page = pages = 1
while page <= pages:
    query = {"filter": "open", "sort": "newest", "limit": 50, "page": page}
    answer = api("GET", f"/posts?{urlencode(query)}")
    for post in answer["posts"]:
        print(post["id"], f"{post['bountyAmount']} BBUX", post["title"], sep="\t")
    pages = answer["pagination"]["pages"]
    page += 1
