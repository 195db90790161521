/** The environment of a command: arguments, output and exit code. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  readonly stdout: Speaker
  readonly stderr: Speaker
  exitCode?: NodeJS.Process["exitCode"]
}

interface Speaker {
  write(text: string): boolean
  readonly isTTY?: boolean
}

let given: Terminal = process

/** The terminal of the running command: the process by default, or another one set by the caller. */
export const terminal = (): Terminal => given

/** Runs commands one after another, each with its own terminal. */
export const withTerminal = async (own: Terminal, run: () => Promise<void>): Promise<void> => {
  given = own
  try {
    await run()
  } finally {
    given = process
  }
}
