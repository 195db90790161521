import { enginesVariables } from "./variables/engines.ts"
import { peopleVariables } from "./variables/people.ts"
import { servingVariables } from "./variables/serving.ts"
import { storageVariables } from "./variables/storage.ts"
import type { Variable } from "./variables/Variable.ts"
import { walletVariables } from "./variables/wallet.ts"

/** All environment variables of the product. `.env.example` and docs/operations.md list the same ones. */
export const variables = {
  ...servingVariables,
  ...enginesVariables,
  ...peopleVariables,
  ...walletVariables,
  ...storageVariables,
} as const satisfies Record<string, Variable<unknown>>
