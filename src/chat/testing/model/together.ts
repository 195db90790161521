/** Coalesces calls: a call during a run is answered by the next run. */
export const joinCalls = (work: () => Promise<void>): (() => Promise<void>) => {
  let pending: Promise<void> | undefined
  let next: Promise<void> | undefined
  return () => {
    next ??= (pending ?? Promise.resolve()).then(() => {
      next = undefined
      pending = work().finally(() => {
        pending = undefined
      })
      return pending
    })
    return next
  }
}
