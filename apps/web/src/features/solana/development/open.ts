/** Opens the development wallet's window, where its SOL is got and its key kept. For when that wallet is connected. */
export function openDevelopmentWallet(): void {
  void import("./requests.ts").then(({ askPerson }) => askPerson({ kind: "home" }));
}
