/**
 * Whether the local mailbox may be read: it contains all codes, so only on the machine where the product is
 * developed, and never if a mail server is configured.
 */
export const mayReadMail = ({ site, mayMeasure }: Pick<App.Locals, "site" | "mayMeasure">): boolean =>
  site.hasMailbox && mayMeasure === true
