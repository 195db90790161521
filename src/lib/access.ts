/**
 * Who may see a path (route table of the specification, section 2). `public`: everybody. `member`: a signed-in person;
 * a guest is sent to the sign-in page. `inPlace`: a signed-in person; a guest sees the sign-in page at that very address.
 */
export type Access = "public" | "member" | "inPlace"

const MEMBER_EXACT = new Set([
  "/wallet",
  "/wallet/deposit",
  "/wallet/withdraw",
  "/wallet/withdraw/management",
  "/transactionhistory",
  "/transactionhistory.csv",
  "/transactionhistory.pdf",
  "/searchuser",
  "/newsfeeds/saved",
])
const MEMBER_PREFIXES = ["/settings", "/writers", "/ticket"]
const IN_PLACE_PREFIXES = ["/subscriptions", "/message", "/donate"]
/** A guest going to the chat list leaves for the sign-in page although other messages are refused in place. */
const CHAT_LIST = "/message/chatlist"
/** `/c/{subject}` alone; with a custom title it is a public content page. */
const SUBJECT = /^\/c\/[^/]+$/

export const accessOf = (path: string): Access => {
  const plain = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
  if (plain === CHAT_LIST || MEMBER_EXACT.has(plain) || MEMBER_PREFIXES.some((prefix) => startsAt(plain, prefix)))
    return "member"
  return IN_PLACE_PREFIXES.some((prefix) => startsAt(plain, prefix)) || SUBJECT.test(plain) ? "inPlace" : "public"
}

const OWN_PREFIXES = ["/twofa", "/untiefa", "/verifylinkaccount", "/accountevent", "/thirdparty"]

/** Whether a page shows a signed-in person something of their own: no browser is to keep it, for the next one may look. */
export const isPersonalPage = (path: string): boolean =>
  accessOf(path) !== "public" || OWN_PREFIXES.some((prefix) => startsAt(path, prefix))

const startsAt = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

/** The pages that fill the window and therefore have no footer: chat and messages. */
export const hasFooter = (path: string): boolean => !startsAt(path, "/message") && !startsAt(path, "/writers/chat")
