/**
 * Whether somebody may look into the local mailbox: it holds every code, so only at the machine where the product is
 * being developed, and never where mail leaves the house.
 */
export const mayReadMail = ({ site, mayMeasure }: Pick<App.Locals, "site" | "mayMeasure">): boolean =>
  site.hasMailbox && mayMeasure === true
