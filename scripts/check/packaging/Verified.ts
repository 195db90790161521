/** The result of verifying one kind of published file. */
export type Verified = {
  readonly problems: ReadonlyArray<string>
  /** What could not be verified on this machine. */
  readonly notes: ReadonlyArray<string>
}

export const verified = (problems: ReadonlyArray<string>, notes: ReadonlyArray<string> = []): Verified => ({
  problems,
  notes,
})
