/** Exit codes of commands. Wrong usage is 2, as in the command line library. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** Only the plan was printed, or a comparison found differences. Nothing was changed. */
  nothingDone: 3,
} as const

/** A command that cannot be executed as given. The message is one line. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Errors of the runner and the migrations, which a person can act on. */
const SAID = new Set(["CannotSwitch", "CannotDrop", "Busy", "TooManyFaults", "MigrationRefused"])

/** Errors of an unreachable database: codes of the system and the driver, SQLSTATE classes 08, 28, 3D and 57. */
const UNREACHABLE =
  /^(?:E(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE)|CONNECT(?:ION)?_\w+|(?:08|28|3D|57)\w{3})$/

/** Formats the error as one sentence; null for an unexpected error. Never contains a password. */
export const sentenceOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  if (error instanceof Refused || SAID.has(error.name)) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || !UNREACHABLE.test(code)) return null
  return `The database cannot be used: ${error.message || code}. Is it running, and is DATABASE_URL right?`
}
