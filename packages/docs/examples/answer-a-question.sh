. ./bbux.sh
sign_in

curl -sSf "$URL/posts/$BBUX_POST/answers" -H "$AUTH" -H "$JSON" -d '{
  "content": "Publish both keys, sign with the new one, drop the old one later.",
  "codeBlocks": [{ "language": "bash", "code": "openssl rand -hex 32" }]
}' | field id
