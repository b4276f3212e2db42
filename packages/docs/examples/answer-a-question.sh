. ./bbux.sh
sign_in

curl -sS --fail-with-body "$URL/posts/$BBUX_POST/answers" -H "$AUTH" -H "$JSON" -d '{
  "content": "Publish both keys, sign with the new one, and drop the old one an hour later.",
  "codeBlocks": [{ "language": "bash", "code": "openssl rand -hex 32" }]
}' | field id
