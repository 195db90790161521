/** The owner of a session, with the data that every page and call may need. */
export type Member = {
  readonly sessionId: string
  readonly personId: string
  readonly userCode: string
  readonly channelCode: string | null
  readonly displayName: string | null
  readonly userName: string | null
  readonly headerImage: string | null
  readonly locale: string
  readonly preferences: Readonly<Record<string, string>>
  /** Whether a balance was ever credited to them. */
  readonly credited: boolean
  /** The session still needs its second step. */
  readonly isSecondStepPending: boolean
  /** Stored times of the last use and the last token rotation, in milliseconds. */
  readonly seenMs: number
  readonly rotatedMs: number
}
