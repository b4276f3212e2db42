import { api, signIn } from "./bbux.js";

const postId = process.env.BBUX_POST;

await signIn();
const { answer } = await api("POST", `/posts/${postId}/answers`, {
  body: {
    content:
      "Publish both keys, sign with the new one, and drop the old one an hour later.",
    codeBlocks: [{ language: "javascript", code: "const keys = [current, previous];" }],
  },
});
console.log(`Answer ${answer.id}`);
