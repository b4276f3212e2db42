from bbux import api, sign_in

sign_in()
# Requests that wait for votes. "hindrances" says why you cannot vote on one:
# looking at a request starts the time that you have to take to review it.
requests = api("GET", "/refund-requests?status=pending&mine=false")
votable = [r for r in requests if r["userVote"] is None and not r["hindrances"]]

for request in votable[:1]:
    vote = {"vote": "approve", "reason": "None of the answers deals with what was asked."}
    votes = api("POST", f"/refund-requests/{request['id']}/vote", vote)["updatedVotes"]
    print(f"{request['postTitle']}: {votes['approve']} for, {votes['reject']} against")
