const closers = new Set<() => unknown>()
let ending = false

/** True once the command was told to end: errors of what is cut off then are of no interest. */
export const isEnding = (): boolean => ending

/** Has something done before the process ends on a signal. Answers how to take that back. */
export const beforeEnd = (close: () => unknown): (() => void) => {
  closers.add(close)
  return () => void closers.delete(close)
}

/** Ends the process after everything that a killed command would leave behind is cleared away. */
export const end = async (exitCode: number): Promise<void> => {
  if (ending) return
  ending = true
  await Promise.allSettled([...closers].map(async (close) => close()))
  process.exit(exitCode)
}

/** Ends in order on Ctrl-C, SIGTERM and SIGHUP, and when the reader of the output has gone. */
export const endOnSignals = (): void => {
  // 128 and the signal's number, as shells have it.
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
