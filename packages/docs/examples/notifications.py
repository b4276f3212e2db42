from bbux import api, sign_in

sign_in()
print(api("GET", "/notifications/unread-count")["count"], "unread")

# The latest 20 that are unread. Each says where it leads.
for line in api("GET", "/notifications?read=false"):
    url = line.get("navigation", {}).get("url", "")
    print(f"{line['title']}: {line['message']} {url}")
    api("POST", f"/notifications/{line['id']}/read")
