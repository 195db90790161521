const closers = new Set<() => unknown>()
let ending = false

/** True once a signal has asked the command to end. Errors of interrupted work are ignored from then on. */
export const isEnding = (): boolean => ending

/** Registers a cleanup that runs before the process ends on a signal. Returns a function that removes it. */
export const beforeEnd = (close: () => unknown): (() => void) => {
  closers.add(close)
  return () => void closers.delete(close)
}

/** Runs all registered cleanups, then ends the process. */
export const end = async (exitCode: number): Promise<void> => {
  if (ending) return
  ending = true
  await Promise.allSettled([...closers].map(async (close) => close()))
  process.exit(exitCode)
}

/** Shuts down cleanly on Ctrl-C, SIGTERM and SIGHUP, and when the output pipe is closed. */
export const endOnSignals = (): void => {
  // 128 plus the signal's number, as in shells.
  for (const [signal, exitCode] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    process.on(signal, () => end(exitCode))
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", ({ code }: NodeJS.ErrnoException) => end(code === "EPIPE" ? 0 : 1))
  }
}
