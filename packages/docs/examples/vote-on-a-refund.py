from bbux import api, sign_in

sign_in()
# Requests that wait for votes. "hindrances" says why you cannot vote on one:
# looking at a request starts the time that you have to take to review it.
requests = api("GET", "/refund-requests?status=pending&mine=false")
votable = [r for r in requests if r["userVote"] is None and not r["hindrances"]]

for request in votable[:1]:
    reason = "None of the answers deals with what was asked."
    vote = {"vote": "approve", "reason": reason}
    answer = api("POST", f"/refund-requests/{request['id']}/vote", vote)
    votes = answer["updatedVotes"]
    print(f"{votes['approve']} for, {votes['reject']} against")
