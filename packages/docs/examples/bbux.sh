# bbux.sh: what the examples share. Read it in with: . ./bbux.sh
set -eu
URL="${BBUX_URL:-http://localhost:3000}/api"
JSON="Content-Type: application/json"

# The first field of this name in an answer: … | field token
field() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

# Signs in. $AUTH goes along with every further call.
sign_in() {
  SESSION=$(curl -sSf "$URL/auth/login" -H "$JSON" \
    -d "{\"email\": \"$BBUX_EMAIL\", \"password\": \"$BBUX_PASSWORD\"}")
  AUTH="Authorization: Bearer $(echo "$SESSION" | field token)"
}
