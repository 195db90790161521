/**
 * Who may see a path (specification, section 2). `public`: everyone. `member`: signed-in people; guests are redirected
 * to the sign-in page. `inPlace`: signed-in people; guests see the sign-in page at the same address.
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
])
const MEMBER_PREFIXES = ["/settings", "/writers", "/ticket"]
const IN_PLACE_PREFIXES = ["/subscriptions", "/message", "/donate"]
/** The chat list redirects guests, unlike other message pages. */
const CHAT_LIST = "/message/chatlist"
/** Exactly `/c/{subject}`; with a custom title it is a public content page. */
const SUBJECT = /^\/c\/[^/]+$/

export const accessOf = (path: string): Access => {
  const plain = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
  if (plain === CHAT_LIST || MEMBER_EXACT.has(plain) || MEMBER_PREFIXES.some((prefix) => startsAt(plain, prefix)))
    return "member"
  return IN_PLACE_PREFIXES.some((prefix) => startsAt(plain, prefix)) || SUBJECT.test(plain) ? "inPlace" : "public"
}

const OWN_PREFIXES = [
  "/twofa",
  "/untiefa",
  "/verifylinkaccount",
  "/accountevent",
  "/thirdparty",
  "/newsfeeds/saved",
  "/newsfeeds/rules",
]

/** Whether a page shows personal data: browsers must not cache it, because others may use the same browser. */
export const isPersonalPage = (path: string): boolean =>
  accessOf(path) !== "public" || OWN_PREFIXES.some((prefix) => startsAt(path, prefix))

const startsAt = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

/** Chat and message pages fill the window and have no footer. */
export const hasFooter = (path: string): boolean => !startsAt(path, "/message") && !startsAt(path, "/writers/chat")
