import { CHAT, HOME, LIBRARY_NEWS, NEWS_DETAIL, SIGN_IN } from "./fixedPaths.ts"

/** All paths of the product. */
export const paths = {
  home: HOME,
  newsfeed: "/newsfeeds",
  allNews: "/newsfeeds?view=all",
  follows: "/newsfeeds/follows",
  addFeed: "/newsfeeds/add",
  addAddress: (address: string) => withQuery("/newsfeeds/add", { url: address }),
  group: (name: string) => withQuery("/newsfeeds", { group: name }),
  guest: (verb: string) => `/guest/${verb}`,
  opml: "/guest/opml",
  search: (text: string) =>
    text.trim() === "" ? "/newsfeeds/search?type=feed" : withQuery("/newsfeeds/search", { kw: text }),
  searchAction: "/newsfeeds/search",
  searchTag: (tag: string) => withQuery("/searchcontents", { tag }),
  searchFeeds: (text: string) =>
    text.trim() === "" ? "/newsfeeds/search?type=feed" : withQuery("/newsfeeds/search", { kw: text, type: "feed" }),
  searchContents: (text: string) =>
    text.trim() === "" ? "/searchcontents" : withQuery("/searchcontents", { kw: text }),
  newsDetail: (itemId: string) => `${NEWS_DETAIL}?id=${encodeURIComponent(itemId)}`,
  itemPart: "/newsfeeds/part",
  original: (itemId: string) => `/newsfeeds/original?id=${encodeURIComponent(itemId)}`,
  shortcuts: "/shortcuts",
  libraryNews: LIBRARY_NEWS,
  feed: (feedId: string) => `/detail/${encodeURIComponent(feedId)}`,
  user: (userCode: string, feedId?: string) =>
    `/user/${encodeURIComponent(userCode)}${feedId === undefined ? "" : `/${encodeURIComponent(feedId)}`}`,
  channels: "/channel",
  channel: (code: string) => withQuery("/channel/detail", { code }),
  post: (channelCode: string, slug: string) => `/c/${encodeURIComponent(channelCode)}/${encodeURIComponent(slug)}/`,
  comment: (channelCode: string, slug: string, commentId: string) =>
    `/c/${encodeURIComponent(channelCode)}/${encodeURIComponent(slug)}/?comment=${commentId}#c-${commentId}`,
  report: "/report",
  /** The page that answers for what operators took down. */
  withheld: (kind: string, targetId: string) => withQuery("/withheld", { kind, id: targetId }),
  commentReview: "/writers/comments",
  viewByMail: "/api/Feed/ViewContentByEmail",
  subscriptions: "/subscriptions",
  /** Asks whether to subscribe to a channel, and leads back afterwards. */
  subscribe: (channelCode: string, back: string) => withQuery("/subscriptions", { to: channelCode, back }),
  subscribePremium: (channelCode: string, back: string) =>
    withQuery("/subscriptions", { to: channelCode, level: "3", back }),
  /** The same with one of several rules. */
  subscribeIn: (ruleId: number, channelCode: string, back: string, isPremium: boolean) =>
    withQuery("/subscriptions", { to: channelCode, rule: String(ruleId), ...(isPremium && { level: "3" }), back }),
  gifts: "/subscriptions/gifts",
  /** Asks what to give of a channel, and leads back afterwards. */
  give: (channelCode: string, back: string) => withQuery("/subscriptions/gifts", { to: channelCode, back }),
  /** Where somebody claims a gift. */
  claimGift: (code: string) => withQuery("/subscriptions/gifts", { code }),
  equityCycle: "/subscriptions/equitycycle",
  pledges: "/subscriptions/pledges",
  pledgeTo: (feedId: string) => withQuery("/subscriptions/pledges", { to: feedId }),
  rehearsal: "/subscriptions/rehearsal",
  paymentRecords: "/subscriptions/paymentrecords",
  paymentRecordsCsv: "/subscriptions/paymentrecords.csv",
  receipt: (ruleId: number, cycle: number) =>
    withQuery("/subscriptions/receipt", { rule: String(ruleId), cycle: String(cycle) }),
  receiptJson: (ruleId: number, cycle: number) =>
    withQuery("/subscriptions/receipt.json", { rule: String(ruleId), cycle: String(cycle) }),
  receiptPdf: (ruleId: number, cycle: number) =>
    withQuery("/subscriptions/receipt.pdf", { rule: String(ruleId), cycle: String(cycle) }),
  /** Published proofs of what creators were paid. */
  paydays: "/paydays",
  paydaysBefore: (number: number) => withQuery("/paydays", { before: String(number) }),
  paydaysJson: "/paydays.json",
  /** What paydays brought a creator. */
  creatorPaydays: "/writers/paydays",
  paydaysOfCreator: (page: number) => withQuery("/writers/paydays", { page: String(page) }),
  incomeReceiptsJson: (paydayId: string) => withQuery("/writers/paydays.json", { payday: paydayId }),
  incomeReceiptPdf: (paydayId: string) => withQuery("/writers/paydays.pdf", { payday: paydayId }),
  paymentRecordsPage: (page: number) => withQuery("/subscriptions/paymentrecords", { page: String(page) }),
  savedItems: "/newsfeeds/saved",
  history: "/newsfeeds/history",
  rules: "/newsfeeds/rules",
  editRule: (key: string) => withQuery("/newsfeeds/rules", { edit: key }),
  savedSearches: "/newsfeeds/searches",
  savedSearch: (words: string) => withQuery("/newsfeeds", { search: words }),
  savedTag: (tag: string) => withQuery("/newsfeeds/saved", { tag }),
  mark: "/newsfeeds/mark",
  newItems: "/newsfeeds/new",
  reading: (verb: string) => `/reading/${verb}`,
  deletedFeeds: "/subscriptions/deleted",
  messages: "/message",
  messagesOf: (type: string) => withQuery("/message", { type }),
  chatList: "/message/chatlist",
  chat: CHAT,
  /** The name is the title until the room is loaded. */
  chatRoom: (userCode: string, scope: string, userName: string | null = null) =>
    withQuery(CHAT, { userCode, ...(userName === null ? {} : { userName }), Scope: scope }),
  newGroup: (userCode: string) => withQuery(CHAT, { newGroup: userCode }),
  messageFile: (key: string) => `/message/file/${encodeURIComponent(key)}`,
  conversation: (userCode: string) => `/message/${encodeURIComponent(userCode)}`,
  crypto: "/crypto",
  faq: "/faq",
  whatSubscribersAre: "/faq#faq-subtitle-0-6",
  howToBuy: "/wallet/howtobuy",
  signIn: SIGN_IN,
  signInByCode: "/signin?by=code",
  /** Leads back to this path after sign-in. */
  signInFor: (path: string) => withQuery(SIGN_IN, { redirect: path }),
  signUp: "/signup",
  signUpFreely: "/signup/noinvite",
  signOut: "/signout",
  forgotPassword: "/forgetpwd",
  preset: "/settings/preset",
  settings: "/settings/account",
  identity: "/settings/identity",
  identityImage: "/settings/identityimage",
  decisions: "/settings/decisions",
  decision: (caseId: string) => `/settings/decisions/${encodeURIComponent(caseId)}`,
  baseCurrency: "/settings/currency",
  picture: "/settings/picture",
  banner: "/settings/picture?of=banner",
  exported: "/settings/export",
  searchUser: "/searchuser",
  linkAccount: "/verifylinkaccount",
  linkFeed: (feedId: string) => withQuery("/verifylinkaccount", { feedId }),
  accountEvents: (userCode: string) => `/accountevent/${encodeURIComponent(userCode)}`,
  wallet: "/wallet",
  chooseCurrency: "/wallet?choose=currency",
  deposit: "/wallet/deposit",
  depositOf: (asset: string) => withQuery("/wallet/deposit", { asset }),
  withdraw: "/wallet/withdraw",
  withdrawOf: (asset: string) => withQuery("/wallet/withdraw", { asset }),
  withdrawalAddresses: "/wallet/withdraw/management",
  transactions: "/transactionhistory",
  movement: (id: string) => withQuery("/transactionhistory", { id }),
  donate: (userCode: string) => withQuery("/donate", { to: userCode }),
  tickets: "/ticket/myticket",
  openTicket: "/ticket",
  telegram: "/telegram",
  ticket: (number: string) => `/ticket/${encodeURIComponent(number)}`,
  ticketFile: (number: string, attachmentId: string) =>
    `/ticket/file/${encodeURIComponent(number)}/${encodeURIComponent(attachmentId)}`,
  /** Opens a ticket about something of the person's own. */
  ticketAbout: (about: string, id: string) => withQuery("/ticket", { about, id }),
  /** What a ticket is about. */
  ticketSubject: (kind: "withdrawal" | "payment" | "feed" | "message", id: string) =>
    kind === "feed"
      ? `/detail/${encodeURIComponent(id)}`
      : kind === "payment"
        ? withQuery("/transactionhistory", { id })
        : kind === "withdrawal"
          ? "/wallet/withdraw"
          : "/message",
  ticketsPage: (state: string, page: number) =>
    withQuery("/ticket/myticket", {
      ...(state === "all" ? {} : { state }),
      ...(page === 1 ? {} : { page: String(page) }),
    }),
  dashboard: "/writers/managechannel",
  mailReports: ({ content = null, status, page = 1 }: MailReportPage) =>
    withQuery("/writers/mail", {
      ...(content === null ? {} : { content }),
      ...(status === undefined ? {} : { status: String(status) }),
      ...(page === 1 ? {} : { page: String(page) }),
    }),
  dashboardOf: (channelId: number) => withQuery("/writers/managechannel", { channel: String(channelId) }),
  channelSettings: "/writers/settings",
  channelSettingsOf: (channelId: number) => withQuery("/writers/settings", { channel: String(channelId) }),
  invitedCreator: (inviteCode: string) => withQuery("/writers/managechannel", { invite: inviteCode }),
  /** Who joined and left a creator in so many days. */
  supporters: "/writers/supporters",
  supportersIn: (days: number) => withQuery("/writers/supporters", { days: String(days) }),
  channelPicture: "/writers/picture",
  files: "/writers/files",
  imports: "/writers/import",
  importOf: (importId: string, shown: "all" | "problems" = "all", after = -1) =>
    withQuery("/writers/import", {
      id: importId,
      ...(shown === "all" ? {} : { show: shown }),
      ...(after < 0 ? {} : { after: String(after) }),
    }),
  exportOf: (channelId: number) => `/media/export/${channelId}.zip`,
  readersOf: (channelId: number) => `/writers/readers.csv?${new URLSearchParams({ channel: String(channelId) })}`,
  memberFeed: (token: string, name: string) => `/feeds/mine/${token}/${name}`,
  channelFeed: (channelCode: string, name: string) => `/feeds/channel/${channelCode}/${name}`,
  compose: "/writers/compose",
  composeIn: (channelId: number) => withQuery("/writers/compose", { channel: String(channelId) }),
  editPost: (postId: string) => withQuery("/writers/compose", { post: postId }),
  postVersions: (postId: string) => withQuery("/writers/versions", { post: postId }),
  secondStep: "/twofa",
  untiefa: "/untiefa",
  thirdParty: (provider: string, from: string) => withQuery(`/thirdparty/${encodeURIComponent(provider)}`, { from }),
  preferences: "/preferences",
  /** Only on the machine of a developer without a mail server. */
  mailbox: "/mail",
} as const

const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query)}`

/** Which page of mail reports: all posts or the readers of one, of one status if it is given. */
type MailReportPage = {
  readonly content?: string | null
  readonly status?: number | undefined
  readonly page?: number
}
