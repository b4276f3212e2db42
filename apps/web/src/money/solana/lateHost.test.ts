import { afterEach, expect, it, vi } from "vitest";
import { currentConnection, openWalletModal, resetConnection, wantWallets } from "./connection.ts";
import { lateWallets } from "./lateHost.ts";
import { proveWallet } from "./proveWallet.ts";

const chunks = vi.hoisted(() => ({ back: false }));
vi.mock("./WalletHost.tsx", () => {
  if (!chunks.back) throw new TypeError("Failed to fetch dynamically imported module");
  return { WalletHost: () => null };
});
afterEach(resetConnection);

it("what needs a wallet fails when the host can't be loaded, and trying again loads it", async () => {
  const asked = proveWallet(vi.fn(), { another: false });
  await expect(asked).rejects.toThrow("couldn't load");
  expect(currentConnection()).toMatchObject({ loading: "failed", modal: false, modalFailed: true });
  wantWallets();
  await vi.waitFor(() => expect(currentConnection()).toMatchObject({ loading: "failed", modalFailed: false }));
  chunks.back = true;
  openWalletModal();
  await vi.waitFor(() => expect(lateWallets.current()).not.toBeNull());
  expect(currentConnection()).toMatchObject({ loading: "loading", modal: true, modalFailed: false });
});
