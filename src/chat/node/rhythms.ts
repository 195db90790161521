/** Work that is done again and again, until it is stopped. */
export type Rhythm = { readonly name: string; readonly everyMs: number; readonly work: () => unknown }

/**
 * Does each piece of work in its rhythm. A piece that takes longer than its rhythm is not begun a second time meanwhile; one
 * that fails is tried again at its next turn. Answers what stops it all and waits for what is under way.
 */
export const rhythms = (
  all: ReadonlyArray<Rhythm>,
  onTrouble: (what: string, error: unknown) => void,
): (() => Promise<void>) => {
  const underway = new Map<string, Promise<void>>()
  const timers = all.map(({ name, everyMs, work }) =>
    setInterval(() => {
      if (underway.has(name)) return
      const done = Promise.resolve()
        .then(work)
        .then(
          () => undefined,
          (error: unknown) => onTrouble(`${name} failed`, error),
        )
        .finally(() => underway.delete(name))
      underway.set(name, done)
    }, everyMs),
  )
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(underway.values())
  }
}
