export { OperationEvents, type PlanStep } from "./events.ts"
export {
  type AnyOperation,
  makeOperation,
  type Operation,
  type Parameter,
  type Plan,
  readParameters,
} from "./Operation.ts"
export { Operations } from "./Operations.ts"
export { privateInputsOf } from "./privateInputs.ts"
export type { RunState, RunStatus } from "./Run.ts"
export { CannotPlan, type NoOperation, type WrongRunState } from "./refusals.ts"
export { type SignedRun, signedRunReader } from "./signedRuns.ts"
