import { Context } from "effect"

/** Called when the current request appends to the log; null if nobody needs to know. */
export const AppendObserver = Context.Reference<(() => void) | null>("core/kernel/AppendObserver", {
  defaultValue: () => null,
})
