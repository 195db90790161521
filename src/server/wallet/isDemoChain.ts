import { CHAIN_NAMES, Chains } from "#core/wallet"
import { run } from "../runtime.ts"

/** Whether any of the chains is a demo one, whose coins are none. */
export const isDemoChain = (): Promise<boolean> =>
  run(Chains.useSync((chains) => CHAIN_NAMES.some((name) => chains.of(name).capabilities.isDemo)))
