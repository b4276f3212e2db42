/** The state of an account. */
export interface AccountState {
  readonly lamports: bigint;
  readonly owner: Uint8Array;
  readonly data: Uint8Array;
  readonly executable: boolean;
  readonly rentEpoch: bigint;
}

/** The rent epoch of rent-exempt accounts: the largest u64. */
export const NO_RENT_EPOCH = 2n ** 64n - 1n;
const HEAD = 49;

/** Serializes an account for the store: lamports, rent epoch, owner, executable, data. */
export function packAccount({ lamports, owner, data, executable, rentEpoch }: AccountState): Uint8Array {
  const bytes = Buffer.alloc(HEAD + data.length);
  bytes.writeBigUInt64LE(lamports, 0);
  bytes.writeBigUInt64LE(rentEpoch, 8);
  bytes.set(owner, 16);
  bytes[48] = executable ? 1 : 0;
  bytes.set(data, HEAD);
  return bytes;
}

export function unpackAccount(packed: Uint8Array): AccountState {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return {
    lamports: bytes.readBigUInt64LE(0),
    rentEpoch: bytes.readBigUInt64LE(8),
    owner: bytes.subarray(16, 48),
    executable: bytes[48] === 1,
    data: bytes.subarray(HEAD),
  };
}

export function sameAccount(one: AccountState | null, other: AccountState | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.lamports === other.lamports &&
    one.executable === other.executable &&
    Buffer.compare(one.owner, other.owner) === 0 &&
    Buffer.compare(one.data, other.data) === 0
  );
}
