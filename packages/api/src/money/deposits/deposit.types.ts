export interface DepositAddress {
  readonly userId: string;
  readonly address: string;
}

export type DepositType = "direct_deposit" | "manual_deposit";
