import { describe, expect, it } from "vitest";
import type { ReadyState } from "../connection.ts";
import { offeredWallets } from "./knownWallets.ts";
import { choicesOf, toggleText } from "./walletChoices.ts";

const wallet = (name: string, readyState: ReadyState) => ({ name, readyState, icon: "data:image/png;base64," });
const PAGE = "https://bbux.example/wallet?tab=buy";
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PHONE =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const names = (list: readonly { readonly wallet: { readonly name: string } }[]) => list.map((one) => one.wallet.name);

describe("the wallet modal", () => {
  it("asks to connect and lists detected wallets first, the others under More options [C2.050 C2.051 C4.11]", () => {
    const wallets = [wallet("Later", "Loadable"), wallet("Solflare", "Installed"), wallet("Gone", "NotDetected")];
    const offered = offeredWallets(["Solflare"], CHROME, PAGE);
    const choices = choicesOf({ wallets, settled: false, loading: "ready" }, offered);
    expect(choices.state).toBe("found");
    expect(choices.heading).toBe("Connect a wallet on Solana to continue");
    expect(names(choices.detected)).toEqual(["Solflare"]);
    expect(names(choices.more)).toEqual(["Later", "Gone", "Phantom", "Backpack"]);
    expect([toggleText("found", false), toggleText("found", true)]).toEqual(["More options", "Less options"]);
  });

  it("says that a wallet is needed when none was detected in time [C2.052 C2.053 C4.13]", () => {
    const none = choicesOf({ wallets: [], settled: true, loading: "ready" }, offeredWallets([], CHROME, PAGE));
    expect(none.state).toBe("none");
    expect(none.heading).toBe("You'll need a wallet on Solana to continue");
    expect(names(none.more)).toEqual(["Phantom", "Solflare", "Backpack"]);
    expect([toggleText("none", false), toggleText("none", true)]).toEqual([
      "Already have a wallet? View options",
      "Hide options",
    ]);
  });

  it("looks for wallets until the time is over, or until loading them has failed [C4.13]", () => {
    expect(choicesOf({ wallets: [], settled: false, loading: "ready" }, []).state).toBe("looking");
    expect(choicesOf({ wallets: [], settled: false, loading: "loading" }, []).state).toBe("looking");
    expect(choicesOf({ wallets: [], settled: false, loading: "failed" }, []).state).toBe("none");
  });
});

describe("wallets that the browser does not have", () => {
  it("are suggested with where to get them, or grayed out [C4.11]", () => {
    expect(offeredWallets(["Phantom"], FIREFOX, PAGE)).toEqual([
      {
        name: "Solflare",
        readyState: "NotDetected",
        link: { href: "https://solflare.com/download", text: "Get it" },
      },
      { name: "Backpack", readyState: "Unsupported", link: null },
    ]);
    expect(offeredWallets([], SAFARI, PAGE).map(({ readyState }) => readyState)).toEqual([
      "Unsupported",
      "Unsupported",
      "Unsupported",
    ]);
  });

  it("open the page in their app on a phone, with the whole address", () => {
    const [phantom] = offeredWallets([], PHONE, PAGE);
    expect(phantom?.link).toEqual({
      href: "https://phantom.app/ul/browse/https%3A%2F%2Fbbux.example%2Fwallet%3Ftab%3Dbuy?ref=https%3A%2F%2Fbbux.example",
      text: "Open in Phantom",
    });
  });
});
