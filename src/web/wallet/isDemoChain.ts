import { CHAIN_NAMES, Chains } from "#core/chains"
import { run } from "../../process/runtime.ts"

/** Whether any chain is a demo chain. */
export const isDemoChain = (): Promise<boolean> =>
  run(Chains.useSync((chains) => CHAIN_NAMES.some((name) => chains.of(name).capabilities.isDemo)))
