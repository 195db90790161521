/** Does something once for all who ask meanwhile: whoever asks while it is under way is answered by the next turn. */
export const together = (work: () => Promise<void>): (() => Promise<void>) => {
  let underway: Promise<void> | undefined
  let next: Promise<void> | undefined
  return () => {
    next ??= (underway ?? Promise.resolve()).then(() => {
      next = undefined
      underway = work().finally(() => {
        underway = undefined
      })
      return underway
    })
    return next
  }
}
