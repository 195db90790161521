import { wake } from "../../lib/wake.ts"

/** Has the messages of a signed-in person loaded each time a header is there, once everything else of the page is. */
export const watchMessages = (): void => {
  if (document.documentElement.dataset["member"]) addEventListener("load", () => wake("messages-code").catch(() => {}))
}
