import { DEFAULT_PARAMETERS, PARAMETER_NAMES, type Wallet } from "@bbux/contract";

/** The member's deposit address in these tests. */
export const DEPOSIT = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
/** Someone's own address. */
export const OWN = "7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q";

/** A wallet with five BBUX. */
export const WALLET_OF_FIVE: Wallet = {
  virtualBalance: 5,
  balance: 5,
  bbuxBalance: "5",
  solBalance: "0",
  arriving: "0",
  totalEarned: "0",
  totalSpent: "0",
  inEscrow: "0",
  staked: "0",
  onItsWay: "0",
  withdrawalAddress: null,
  waiting: [],
  transactions: [],
  platformAddress: DEPOSIT,
  address: DEPOSIT,
  solanaAddress: DEPOSIT,
  withdrawals: { stopped: false, dailyLimit: "10000", dailyLeft: "9995" },
};

/** The parameters in force. */
export const PARAMETERS = {
  parameters: PARAMETER_NAMES.map((name) => ({ name, value: String(DEFAULT_PARAMETERS[name]) })),
};
