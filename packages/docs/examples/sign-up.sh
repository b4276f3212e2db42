. ./bbux.sh

# An account that is there already is answered with 409: sign in to it.
curl -sS "$URL/auth/signup" -H "$JSON" -d "{
  \"username\": \"$BBUX_USERNAME\",
  \"email\": \"$BBUX_EMAIL\",
  \"password\": \"$BBUX_PASSWORD\"
}"

sign_in
echo "Signed in as $(echo "$SESSION" | field username)"
