from urllib.parse import urlencode

from bbux import api

# Reading needs no session. Pages are counted from 1.
page = pages = 1
while page <= pages:
    query = {"filter": "open", "limit": 50, "page": page}
    answer = api("GET", f"/posts?{urlencode(query)}")
    for post in answer["posts"]:
        print(f"{post['id']}\t{post['bountyAmount']} BBUX\t{post['title']}")
    pages = answer["pagination"]["pages"]
    page += 1
