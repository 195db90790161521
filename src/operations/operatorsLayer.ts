import { Layer } from "effect"
import { OperatorSessions, Operators, TerminalSignIns } from "#core/operators"

/** The operators and their sessions; needs the services of the product. */
export const operatorsLayer = TerminalSignIns.layer.pipe(
  Layer.provideMerge(Operators.layer),
  Layer.provideMerge(OperatorSessions.layer),
)
