import type { AnyOperation } from "#core/operations"
import type { Operators } from "#core/operators"
import type { Reveals } from "#core/reveals"
import type { Services } from "../process/runtime.ts"
import type { BuildControl } from "./BuildControl.ts"
import { channelOperations } from "./channels.ts"
import { chatOperations } from "./chat.ts"
import { feedOperations } from "./feeds.ts"
import { flagOperations } from "./flags.ts"
import { identityOperations } from "./identity.ts"
import { moderationOperations } from "./moderation.ts"
import { operatorOperations } from "./operators.ts"
import { peopleOperations } from "./people.ts"
import { projectionOperations } from "./projections.ts"
import { releaseOperations } from "./releases.ts"
import { revealOperations } from "./reveals.ts"
import { ticketOperations } from "./tickets.ts"
import { walletOperations } from "./wallet.ts"
import { assetOperations } from "./walletAssets.ts"
import { walletRuleOperations } from "./walletRules.ts"

/** Services of operations: those of the product, the operators, and who changes the builds of read models. */
export type OperationServices = Services | Operators | Reveals | BuildControl

/** Everything that operators can do, for the console, the command line and the audit log. */
export const operations: ReadonlyArray<AnyOperation<OperationServices>> = [
  ...channelOperations,
  ...projectionOperations,
  ...walletOperations,
  ...walletRuleOperations,
  ...assetOperations,
  ...feedOperations,
  ...identityOperations,
  ...flagOperations,
  ...releaseOperations,
  ...moderationOperations,
  ...chatOperations,
  ...revealOperations,
  ...peopleOperations,
  ...ticketOperations,
  ...operatorOperations,
]

export const findOperation = (name: string): AnyOperation<OperationServices> | null =>
  operations.find((each) => each.name === name) ?? null
