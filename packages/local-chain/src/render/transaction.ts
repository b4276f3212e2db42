import { type VersionedMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import type { TransactionRecord } from "../record.ts";
import { RPC, RpcError } from "../rpc/errors.ts";
import type { TransactionRow } from "../store.ts";
import { parseInstruction } from "./parse.ts";

export interface Rendering {
  readonly encoding: "json" | "jsonParsed" | "base64" | "base58";
  /** undefined: only legacy transactions are allowed, and their version is left out. */
  readonly maxVersion: number | undefined;
}

/**
 * A transaction with its metadata, as `getTransaction` returns it.
 * @throws RpcError -32015 for a version the caller didn't say it supports
 */
export function renderTransaction(
  row: TransactionRow,
  record: TransactionRecord,
  { encoding, maxVersion }: Rendering,
): unknown {
  const bytes = Buffer.from(record.bytes, "base64");
  const transaction = VersionedTransaction.deserialize(bytes);
  const { version } = transaction;
  if (version !== "legacy" && (maxVersion === undefined || version > maxVersion)) {
    throw new RpcError(
      RPC.unsupportedVersion,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  }
  const encodings = {
    json: () => plain(transaction),
    jsonParsed: () => parsed(transaction, record),
    base64: () => [record.bytes, "base64"],
    base58: () => [bs58.encode(bytes), "base58"],
  };
  return {
    blockTime: row.time,
    slot: row.slot,
    transaction: encodings[encoding](),
    meta: meta(row, record, { transaction, isParsed: encoding === "jsonParsed" }),
    ...(maxVersion !== undefined && { version }),
  };
}

function plain({ message, signatures, version }: VersionedTransaction) {
  return {
    signatures: signatures.map((each) => bs58.encode(each)),
    message: {
      header: { ...message.header },
      accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
      recentBlockhash: message.recentBlockhash,
      instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
        programIdIndex,
        accounts: [...accountKeyIndexes],
        data: bs58.encode(data),
        stackHeight: 1,
      })),
      ...(version !== "legacy" && { addressTableLookups: lookups(message) }),
    },
  };
}

function parsed({ message, signatures, version }: VersionedTransaction, record: TransactionRecord) {
  const keys = allKeys(message, record);
  const written = message.staticAccountKeys.length;
  return {
    signatures: signatures.map((each) => bs58.encode(each)),
    message: {
      accountKeys: keys.map((pubkey, index) => ({
        pubkey,
        signer: index < message.header.numRequiredSignatures,
        writable: index < written ? message.isAccountWritable(index) : index < written + record.loaded.writable.length,
        source: index < written ? "transaction" : "lookupTable",
      })),
      recentBlockhash: message.recentBlockhash,
      instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) =>
        parseInstruction(
          { programIdIndex, accounts: accountKeyIndexes, data: Buffer.from(data), stackHeight: 1 },
          keys,
        ),
      ),
      ...(version !== "legacy" && { addressTableLookups: lookups(message) }),
    },
  };
}

function meta(
  { error }: TransactionRow,
  record: TransactionRecord,
  { transaction: { message }, isParsed }: { transaction: VersionedTransaction; isParsed: boolean },
) {
  const keys = allKeys(message, record);
  const innerInstructions = record.inner.flatMap((called, index) => {
    const instructions = called.map(({ data, ...rest }) => {
      const bytes = Buffer.from(data, "base64");
      return isParsed ? parseInstruction({ ...rest, data: bytes }, keys) : { ...rest, data: bs58.encode(bytes) };
    });
    return instructions.length === 0 ? [] : [{ index, instructions }];
  });
  return {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee: record.fee,
    preBalances: record.before,
    postBalances: record.after,
    innerInstructions,
    logMessages: record.logs,
    preTokenBalances: [],
    postTokenBalances: [],
    rewards: [],
    ...(!isParsed && { loadedAddresses: record.loaded }),
    computeUnitsConsumed: record.units,
  };
}

const allKeys = (message: VersionedMessage, { loaded }: TransactionRecord): readonly string[] => [
  ...message.staticAccountKeys.map((key) => key.toBase58()),
  ...loaded.writable,
  ...loaded.readonly,
];

const lookups = (message: VersionedMessage) =>
  message.addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
    accountKey: accountKey.toBase58(),
    writableIndexes: [...writableIndexes],
    readonlyIndexes: [...readonlyIndexes],
  }));
