export type FindingStatus = "ok" | "warning" | "problem"

/** One line of the result. Texts name no password and no key. */
export type Finding = {
  readonly check: string
  readonly status: FindingStatus
  readonly text: string
  /** What to do about a warning or a problem. */
  readonly todo?: string
}

/** One check. It may take `CHECK_MS_MAX`; an error that it throws becomes a problem. */
export type Check = {
  readonly name: string
  readonly run: () => Promise<ReadonlyArray<Finding>>
  /** What to do if it fails or does not end. */
  readonly todo: string
}

/** Findings of one check, by status. */
export const findingsOf = (check: string) => ({
  ok: (text: string): Finding => ({ check, status: "ok", text }),
  warning: (text: string, todo: string): Finding => ({ check, status: "warning", text, todo }),
  problem: (text: string, todo: string): Finding => ({ check, status: "problem", text, todo }),
})
