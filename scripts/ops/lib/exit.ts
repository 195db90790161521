/** What a command's exit code tells scripts. Wrong usage is 2, as the command line library has it. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** Only the plan was printed, or a comparison found differences: nothing was changed. */
  nothingDone: 3,
} as const

/** A command that cannot be carried out as it was given, said in one line. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

/** What the runner and the migrations refuse, in sentences that a person can act on. */
const SAID = new Set(["CannotSwitch", "CannotDrop", "Busy", "TooManyFaults", "MigrationRefused"])

/** Why a database cannot be reached: codes of the system and the driver, SQLSTATE classes 08, 28, 3D and 57. */
const UNREACHABLE =
  /^(?:E(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE)|CONNECT(?:ION)?_\w+|(?:08|28|3D|57)\w{3})$/

/** The error as one sentence, or null for an unexpected error. Never contains a password. */
export const sentenceOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  if (error instanceof Refused || SAID.has(error.name)) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || !UNREACHABLE.test(code)) return null
  return `The database cannot be used: ${error.message || code}. Is it running, and is DATABASE_URL right?`
}
