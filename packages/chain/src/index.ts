export { createDepositAddresses, type DepositAddresses } from "./deposit-address.ts";
