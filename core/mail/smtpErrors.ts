/** Timeout of one step of the SMTP dialogue. */
export const SMTP_TIMEOUT_MS = 30_000

export type SmtpError = {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
  readonly command?: string
}

/** Whether a permanent refusal in this step concerns the message; in others it concerns our configuration. */
export const isAboutTheMessage = (command: string | undefined): boolean => command === "RCPT TO" || command === "DATA"
