import { main } from "@bbux/signer/process";

// Both processes of a signer that the platform started: the one that signs, and the one that restarts it.
main(import.meta.filename);
