import { api, signIn } from "./bbux.js";

const postId = process.env.BBUX_POST;

await signIn();
const { answer } = await api("POST", `/posts/${postId}/answers`, {
  body: {
    content: "Publish both keys, sign with the new one, drop the old one later.",
    codeBlocks: [{ language: "javascript", code: "const keys = [next, last];" }],
  },
});
console.log(`Answer ${answer.id}`);
