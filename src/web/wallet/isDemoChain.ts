import { CHAIN_NAMES, Chains } from "#core/chains"
import { run } from "../../process/runtime.ts"

/** Whether any of the chains is a demo one, whose coins are none. */
export const isDemoChain = (): Promise<boolean> =>
  run(Chains.useSync((chains) => CHAIN_NAMES.some((name) => chains.of(name).capabilities.isDemo)))
