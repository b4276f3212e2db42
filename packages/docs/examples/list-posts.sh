. ./bbux.sh

# Reading needs no session. Pages are counted from 1.
PAGE=1
PAGES=1
while [ "$PAGE" -le "$PAGES" ]; do
  ANSWER=$(curl -sSf "$URL/posts?filter=open&limit=50&page=$PAGE")
  echo "$ANSWER"
  PAGES=$(echo "$ANSWER" | grep -o '"pages":[0-9]*' | tail -n 1 | cut -d : -f 2)
  PAGE=$((PAGE + 1))
done
