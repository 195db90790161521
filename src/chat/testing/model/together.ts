/** Does something once for all who ask meanwhile: whoever asks while it is under way is answered by the next turn. */
export const together = (work: () => Promise<void>): (() => Promise<void>) => {
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
