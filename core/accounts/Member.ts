/** Who a session belongs to, with what every page and call may need of them. */
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
  /** The second step is still owed. */
  readonly isSecondStepPending: boolean
  /** When the session was used and its token exchanged last, as far as it is written down; milliseconds. */
  readonly seenMs: number
  readonly rotatedMs: number
}
