// Fees, rates and thresholds: reading and changing them.
export { changeParameter } from "./change.command.ts";
export { feeInForce } from "./fee-in-force.command.ts";
export { listParameters, parameterHistory, parametersIn } from "./parameters.queries.ts";
export { requireAcceptedFee } from "./price.ts";
export { setParameter } from "./set.command.ts";
