import { type ComponentType, useEffect, useState } from "react";
import { useSession } from "../../lib/session.ts";
import {
  changeConnection,
  currentConnection,
  hasStoredWallet,
  resetConnection,
  useConnection,
  wantWallets,
} from "./connection.ts";

/** Loads the provider and the modal on demand; mounted once in the shell, shows nothing itself. */
export function WalletHost() {
  const { user } = useSession();
  const id = user?.id ?? null;
  const [owner, setOwner] = useState({ id, turn: 0 });
  // A visitor who signs in keeps the wallet that they connected for it; a member who leaves takes theirs along.
  if (owner.id !== id) setOwner({ id, turn: owner.id === null ? owner.turn : owner.turn + 1 });
  return <Host key={owner.turn} reconnects={id !== null} />;
}

/** @param reconnects whether a wallet that was connected before reconnects without being asked for */
function Host({ reconnects }: { readonly reconnects: boolean }) {
  const { loading, modal } = useConnection();
  const [Provider, setProvider] = useState<ComponentType | null>(null);
  const [Modal, setModal] = useState<ComponentType | null>(null);

  // Waits until the page has what it needs first.
  useEffect(() => (reconnects && hasStoredWallet() ? whenIdle(wantWallets) : undefined), [reconnects]);
  useEffect(() => resetConnection, []);
  // The store is asked again, because this may have been rendered with what the last member wanted.
  useEffect(() => {
    if (loading !== "loading" || Provider || currentConnection().loading !== loading) return;
    import("./provider/Provider.tsx").then(
      ({ Provider: loaded }) => setProvider(() => loaded),
      () => changeConnection({ loading: "failed" }),
    );
  }, [loading, Provider]);
  useEffect(() => {
    if (!modal || Modal || !currentConnection().modal) return;
    import("./modal/WalletModal.tsx").then(
      ({ WalletModal }) => setModal(() => WalletModal),
      () => changeConnection({ modal: false, modalFailed: true }),
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
