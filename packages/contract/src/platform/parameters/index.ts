// Parameters: their bounds, the fees that follow from them, and how they are listed and changed.
export {
  bountyCost,
  bountyFee,
  DEFAULT_PARAMETERS,
  formatParameter,
  PARAMETER_NAMES,
  PARAMETERS,
  type ParameterName,
  type Parameters,
  parameterProblem,
  withdrawalFee,
  withdrawalFeeRate,
} from "./parameters.rules.ts";
export {
  listParametersOutput,
  type Parameter,
  type ParameterChange,
  parameter,
  parameterChange,
  parameterHistoryInput,
  parameterHistoryOutput,
  parameterValue,
  setParameterInput,
  setParameterOutput,
} from "./parameters.ts";
