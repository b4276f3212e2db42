import * as native from "litesvm/dist/internal.js";
import { z } from "zod";

/** A transaction error in a Solana node's format: "BlockhashNotFound", { InstructionError: [0, { Custom: 1 }] }, … */
export type TransactionError = string | Record<string, unknown>;

/** Names for the native module's numbers, in order (litesvm/dist/internal.d.ts), since the module has no such list at run time. */
const list = (names: string) => names.trim().split(/\s+/);
export const TRANSACTION_ERRORS = list(`
  AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee InvalidAccountForFee
  AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee InvalidAccountIndex SignatureFailure
  InvalidProgramForExecution SanitizeFailure ClusterMaintenance AccountBorrowOutstanding WouldExceedMaxBlockCostLimit
  UnsupportedVersion InvalidWritableAccount WouldExceedMaxAccountCostLimit WouldExceedAccountDataBlockLimit
  TooManyAccountLocks AddressLookupTableNotFound InvalidAddressLookupTableOwner InvalidAddressLookupTableData
  InvalidAddressLookupTableIndex InvalidRentPayingAccount WouldExceedMaxVoteCostLimit WouldExceedAccountDataTotalLimit
  MaxLoadedAccountsDataSizeExceeded ResanitizationNeeded InvalidLoadedAccountsDataSizeLimit UnbalancedTransaction
  ProgramCacheHitMaxLimit CommitCancelled`);
export const INSTRUCTION_ERRORS = list(`
  GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds
  IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount UnbalancedInstruction
  ModifiedProgramId ExternalAccountLamportSpend ExternalAccountDataModified ReadonlyLamportChange ReadonlyDataModified
  DuplicateAccountIndex ExecutableModified RentEpochModified NotEnoughAccountKeys AccountDataSizeChanged
  AccountNotExecutable AccountBorrowFailed AccountBorrowOutstanding DuplicateAccountOutOfSync InvalidError
  ExecutableDataModified ExecutableLamportChange ExecutableAccountNotRentExempt UnsupportedProgramId CallDepth
  MissingAccount ReentrancyNotAllowed MaxSeedLengthExceeded InvalidSeeds InvalidRealloc ComputationalBudgetExceeded
  PrivilegeEscalation ProgramEnvironmentSetupFailure ProgramFailedToComplete ProgramFailedToCompile Immutable
  IncorrectAuthority AccountNotRentExempt InvalidAccountOwner ArithmeticOverflow UnsupportedSysvar IllegalOwner
  MaxAccountsDataAllocationsExceeded MaxAccountsExceeded MaxInstructionTraceLengthExceeded
  BuiltinProgramsMustConsumeComputeUnits BorshIoError`);

type NativeError = ReturnType<native.FailedTransactionMetadata["err"]>;

export function errorOf(error: NativeError): TransactionError {
  if (error instanceof native.TransactionErrorInstructionError) {
    return { InstructionError: [error.index, instructionError(error.err())] };
  }
  if (error instanceof native.TransactionErrorDuplicateInstruction) return { DuplicateInstruction: error.index };
  if (error instanceof native.TransactionErrorInsufficientFundsForRent) {
    return { InsufficientFundsForRent: { account_index: error.accountIndex } };
  }
  if (error instanceof native.TransactionErrorProgramExecutionTemporarilyRestricted) {
    return { ProgramExecutionTemporarilyRestricted: { account_index: error.accountIndex } };
  }
  return (typeof error === "number" && TRANSACTION_ERRORS[error]) || "SanitizeFailure";
}

function instructionError(error: ReturnType<native.TransactionErrorInstructionError["err"]>): unknown {
  if (error instanceof native.InstructionErrorCustom) return { Custom: error.code };
  if (typeof error === "number") return INSTRUCTION_ERRORS[error] ?? "GenericError";
  return "BorshIoError";
}

/** A node's exact messages, which clients and people look for. */
const MESSAGES: Record<string, string> = {
  AccountNotFound: "Attempt to debit an account but found no record of a prior credit.",
  AccountLoadedTwice: "Account loaded twice",
  AlreadyProcessed: "This transaction has already been processed",
  BlockhashNotFound: "Blockhash not found",
  InsufficientFundsForFee: "Insufficient funds for fee",
  InvalidAccountForFee: "This account may not be used to pay transaction fees",
  ProgramAccountNotFound: "Attempt to load a program that does not exist",
  InvalidProgramForExecution: "This program may not be used for executing instructions",
  SignatureFailure: "Transaction did not pass signature verification",
  SanitizeFailure: "Transaction failed to sanitize accounts offsets correctly",
  AddressLookupTableNotFound: "Transaction loads an address table account that doesn't exist",
  InvalidAddressLookupTableOwner: "Transaction loads an address table account with an invalid owner",
  InvalidAddressLookupTableIndex: "Transaction address table lookup uses an invalid index",
  InvalidWritableAccount: "Transaction loads a writable account that cannot be written",
};

const instructionShape = z.object({ InstructionError: z.tuple([z.number(), z.unknown()]) });
const customShape = z.object({ Custom: z.number() });
const rentShape = z.object({ InsufficientFundsForRent: z.object({ account_index: z.number() }) });

export function errorMessage(error: TransactionError): string {
  if (typeof error === "string") return MESSAGES[error] ?? words(error);
  const instruction = instructionShape.safeParse(error);
  if (instruction.success) {
    const [index, reason] = instruction.data.InstructionError;
    const custom = customShape.safeParse(reason);
    const said = custom.success ? `custom program error: 0x${custom.data.Custom.toString(16)}` : words(String(reason));
    return `Error processing Instruction ${index}: ${said}`;
  }
  const rent = rentShape.safeParse(error);
  if (rent.success) {
    return `Transaction results in an account (${rent.data.InsufficientFundsForRent.account_index}) with insufficient funds for rent`;
  }
  return words(Object.keys(error)[0] ?? "unknown error");
}

/** "InsufficientFunds" → "insufficient funds" */
const words = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, " $&").toLowerCase();
