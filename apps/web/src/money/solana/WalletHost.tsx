import { type ComponentType, useEffect, useState } from "react";
import { useSession } from "../../lib/session.ts";
import { changeConnection, hasStoredWallet, resetConnection, useConnection, wantWallets } from "./connection.ts";

/** Loads the provider and the modal on demand; mounted once in the shell, shows nothing itself. */
export function WalletHost() {
  const { user } = useSession();
  return user ? <Host key={user.id} /> : null;
}

function Host() {
  const { loading, modal } = useConnection();
  const [Provider, setProvider] = useState<ComponentType | null>(null);
  const [Modal, setModal] = useState<ComponentType | null>(null);

  // A wallet that was connected before reconnects once the page has what it needs first.
  useEffect(() => (hasStoredWallet() ? whenIdle(wantWallets) : undefined), []);
  useEffect(() => resetConnection, []);
  useEffect(() => {
    if (loading !== "loading" || Provider) return;
    import("./provider/Provider.tsx").then(
      ({ Provider: loaded }) => setProvider(() => loaded),
      () => changeConnection({ loading: "failed" }),
    );
  }, [loading, Provider]);
  useEffect(() => {
    if (!modal || Modal) return;
    import("./modal/WalletModal.tsx").then(
      ({ WalletModal }) => setModal(() => WalletModal),
      () => changeConnection({ modal: false }),
    );
  }, [modal, Modal]);

  return (
    <>
      {Provider && <Provider />}
      {Modal && <Modal />}
    </>
  );
}

/** Safari has no idle callback. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(act, { timeout: 3_000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(act, 1_000);
  return () => clearTimeout(id);
}
