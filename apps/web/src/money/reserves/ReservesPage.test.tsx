// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { leave, refusal, serve, show } from "../../lib/render.support.tsx";
import { queryClient } from "../../lib/trpc.ts";
import { ReservesPage } from "./ReservesPage.tsx";
import { REPORT } from "./reserves.support.ts";

afterEach(leave);

it("the proof of reserves shows a mismatch, and keeps its figures when they could not be refreshed", async () => {
  const report = { ...REPORT, status: "mismatch", difference: "-2", unexplained: "-2" };
  let fails = false;
  serve({ "reserves.get": () => (fails ? refusal() : report) });
  show(<ReservesPage />, null);
  expect(await screen.findByRole("heading", { name: "The books and the chain don't match" })).toBeTruthy();
  expect(screen.getByText(/2\.0000 SOL less than the books/)).toBeTruthy();
  fails = true;
  void queryClient.invalidateQueries();
  expect((await screen.findByRole("alert")).textContent).toContain("We couldn't refresh the figures");
  expect(screen.getByRole("region", { name: "What the platform owes" }).textContent).toContain("13.1000 BBUX");
});

it("the proof of reserves shows cold wallets apart from the hot one, and the latest proof that the operator has their keys", async () => {
  const [vault, signature] = ["7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q", "c2lnbmVk"];
  const onChain = {
    ...REPORT.onChain,
    hotWallet: { ...REPORT.onChain.hotWallet, sol: "3.1" },
    coldWallets: [{ address: vault, sol: "10", isCurrent: true }],
  };
  const report = { ...REPORT, onChain };
  const proof = {
    address: vault,
    text: "bbux-proof-of-control-v1",
    signature,
    form: "message",
    provedAt: REPORT.checkedAt,
  };
  let proofs: object[] = [];
  serve({ "reserves.get": () => ({ ...report, controlProofs: proofs }) });
  show(<ReservesPage />, null);
  const held = (await screen.findByRole("region", { name: "What it holds on-chain" })).textContent;
  expect(held).toMatch(/Hot wallet.*3\.1000 SOL.*Cold wallet.*10\.0000 SOL.*Deposit addresses/);
  expect(held).toContain(vault);
  const control = screen.getByRole("region", { name: "Control of the cold wallet" });
  expect(control.textContent).toContain("No proof has been published yet");
  proofs = [proof];
  void queryClient.invalidateQueries();
  expect(await screen.findByText("bbux-proof-of-control-v1")).toBeTruthy();
  expect(control.textContent).toContain(signature);
  expect(control.textContent).toContain("2026");
});
