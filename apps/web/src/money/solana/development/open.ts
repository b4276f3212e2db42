/** Opens the development wallet's window with airdrop and key, while that wallet is connected. */
export function openDevelopmentWallet(): void {
  void import("./requests.ts").then(({ askPerson }) => askPerson({ kind: "home" }));
}
