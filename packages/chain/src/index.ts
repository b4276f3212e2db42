export {
  type CheckpointKey,
  type CheckpointSuccessor,
  checkpointKeyFor,
  createCheckpointKey,
  firstCheckpointSeed,
  isCheckpointSigned,
  isEndorsed,
  succeed,
} from "./checkpoint-key.ts";
export { type ControlForm, controlSignatureForm, signatureBytes } from "./control-signature.ts";
export { createDepositAddresses, type DepositAddresses, type VersionedAddress } from "./deposit-address.ts";
export { destinationProblem } from "./destination.ts";
export {
  type Blockhash,
  type ChainAccount,
  ChainError,
  type ChainErrorCode,
  type ChainGateway,
  type ChainTransaction,
  type NonceAccount,
  type SignatureInfo,
  type SignatureLevel,
  type SignatureStatus,
} from "./gateway.ts";
export { creationNames, type LogAnchor, NONCE_BYTES, type NonceCreation, type PaymentKind } from "./nonce-accounts.ts";
export { coldNote, isColdNote, type PaymentNote } from "./payment-notes.ts";
export {
  FEE_PER_SIGNATURE,
  FIRST_KEYS,
  type KeyVersions,
  type Nonce,
  PAYMENT_COMPUTE_UNITS,
  type PaymentTerms,
  type SignedTransaction,
  signaturesOf,
} from "./platform-transactions.ts";
export { createPlatformWallet, type HotMove, type LaterKeys, type PlatformWallet } from "./platform-wallet.ts";
export { checkRelayed, type RelayedTransaction, type RelayRules } from "./relay.ts";
export { MAX_PRIORITY_FEE } from "./relay-instructions.ts";
export { RelayRefusal, type RelayRefusalReason } from "./relay-refusal.ts";
export { createRpcClient, RPC_TIMEOUT_MS, type RpcClient, type RpcOptions, type RpcReply } from "./rpc-client.ts";
export { createGateway, GATEWAY_LIMITS } from "./rpc-gateway.ts";
export {
  type Cosignature,
  findCosignature,
  isNoteBody,
  type NoteKey,
  noteBody,
  noteKey,
  readCosignature,
  readWitnessKey,
  signatureLine,
  vkeyOf,
} from "./signed-note.ts";
export {
  type AnchorRequest,
  type CancellationRequest,
  type ColdRequest,
  createLocalSigner,
  type DepositKey,
  type HandoverRequest,
  type HotMoveRequest,
  type KeyRotation,
  type NonceRequest,
  type PaymentRequest,
  type RotatedKeys,
  SIGNER_RULES,
  type Signer,
  SignerError,
  type SignerErrorCode,
  type SignerRule,
  type SweepRequest,
  type WalletKey,
} from "./signer.ts";
export {
  type BooksFence,
  type RecordedTransaction,
  type RecordPage,
  SIGNED_KINDS,
  type SignedFacts,
  type SignedKind,
  type SignedLine,
} from "./signer-record.ts";
export { createWalletView, type ViewKeys, type WalletView } from "./wallet-view.ts";
