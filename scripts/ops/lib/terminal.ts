/** Where a command is run: what it is told, where it speaks, and how it ends. */
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

/** The terminal of the command that runs: the process, unless somebody runs commands in their own. */
export const terminal = (): Terminal => given

/** Runs one command after another with a terminal of its own. */
export const withTerminal = async (own: Terminal, run: () => Promise<void>): Promise<void> => {
  given = own
  try {
    await run()
  } finally {
    given = process
  }
}
