import { paths } from "#src/lib/paths.ts"

/** Contents of the running product's library, for pages that show one feed or one item. */
export interface Samples {
  readonly feeds: ReadonlyArray<{ readonly feedId: string; readonly code: string }>
  readonly itemId: string
  /** A signed-in user; null if the target is not our own product. */
  readonly member: {
    readonly userCode: string
    readonly token: string
    readonly friendCode: string
    /** A group of the member and two friends. */
    readonly groupId: string
    /** The member's channel, a post in it, and the address of that post. */
    readonly channelCode: string
    readonly postId: string
    readonly post: string
  } | null
}

/** Public pages, by a short name. */
const guestPages: Readonly<Record<string, (samples: Samples) => string>> = {
  home: () => paths.home,
  newsfeeds: () => paths.newsfeed,
  all: () => paths.allNews,
  follows: () => paths.follows,
  add: () => paths.addFeed,
  drawer: ({ feeds }) => `${paths.channels}?feed=${feeds[0]?.feedId}`,
  newsdetail: ({ itemId }) => paths.newsDetail(itemId),
  feed: ({ feeds }) => paths.feed(feeds[0]?.feedId ?? ""),
  visitedchannel: ({ member }) => (member ? paths.user(member.channelCode) : paths.channels),
  user: ({ feeds }) => paths.user(feeds[1]?.code ?? "", feeds[1]?.feedId),
  librarynews: () => paths.libraryNews,
  search: () => paths.search("harbour"),
  searchfeeds: () => paths.searchFeeds("bread"),
  searchcontents: () => paths.searchContents("river -bread"),
  channel: () => paths.channels,
  channeldetail: ({ feeds }) => paths.channel(feeds[0]?.code ?? ""),
  faq: () => paths.faq,
  crypto: () => paths.crypto,
  howtobuy: () => paths.howToBuy,
  preferences: () => paths.preferences,
  shortcuts: () => paths.shortcuts,
  offline: () => "/offline",
  signin: () => paths.signIn,
  signinbycode: () => paths.signInByCode,
  signup: () => paths.signUp,
  forgotten: () => paths.forgotPassword,
  linkaccount: () => paths.linkAccount,
}

/** Pages for signed-in users. */
const memberPages: Readonly<Record<string, (samples: Samples) => string>> = {
  ownfeed: () => paths.newsfeed,
  subscriptions: () => paths.subscriptions,
  gifts: () => paths.gifts,
  equityCycle: () => paths.equityCycle,
  rehearsal: () => paths.rehearsal,
  pledges: () => paths.pledges,
  paymentRecords: () => paths.paymentRecords,
  deletedfeeds: () => paths.deletedFeeds,
  saved: () => paths.savedItems,
  history: () => paths.history,
  rules: () => paths.rules,
  settings: () => paths.settings,
  secondstep: () => paths.secondStep,
  creator: () => paths.dashboard,
  creatorsettings: () => paths.channelSettings,
  supporters: () => paths.supporters,
  files: () => paths.files,
  imports: () => paths.imports,
  compose: ({ member }) => paths.editPost(member?.postId ?? ""),
  versions: ({ member }) => paths.postVersions(member?.postId ?? ""),
  comments: () => paths.commentReview,
  mailreport: () => paths.mailReports({}),
  creatorpage: ({ member }) => paths.user(member?.channelCode ?? ""),
  post: ({ member }) => member?.post ?? paths.home,
  searchuser: () => `${paths.searchUser}?kw=anna`,
  profile: ({ member }) => paths.user(member?.userCode ?? ""),
  activity: ({ member }) => paths.accountEvents(member?.userCode ?? ""),
  ownlinks: () => paths.linkAccount,
  chatrooms: () => paths.chat,
  chat: ({ member }) => `${paths.chat}?${new URLSearchParams({ userCode: member?.friendCode ?? "", Scope: "Person" })}`,
  group: ({ member }) => paths.chatRoom(member?.groupId ?? "", "Group"),
  newgroup: ({ member }) => paths.newGroup(member?.friendCode ?? ""),
  wallet: () => paths.wallet,
  deposit: () => paths.deposit,
  withdraw: () => paths.withdraw,
  addresses: () => paths.withdrawalAddresses,
  transactions: () => paths.transactions,
  donate: ({ member }) => paths.donate(member?.friendCode ?? ""),
  messages: () => paths.messages,
  chatlist: () => paths.chatList,
  tickets: () => paths.tickets,
  newticket: () => paths.openTicket,
  decisions: () => paths.decisions,
}

export const pages = { ...guestPages, ...memberPages }

/** Whether a page needs a signed-in user. */
export const isMemberPage = (name: string): boolean => Object.hasOwn(memberPages, name)

const FEEDS_MAX = 10

/** Loads some feeds and an item from the running product. */
export async function findSamples(origin: string): Promise<Omit<Samples, "member">> {
  const popular = await request<{ feeds: Samples["feeds"] }>(`${origin}/api/Feed/MostPopularFeeds`)
  const latest = await request<{ items: ReadonlyArray<{ id: string }> }>(`${origin}/api/Feed/LoadLastestContent`, {
    filter: { pageSize: 20, page: 1 },
  })
  return { feeds: popular.feeds.slice(0, FEEDS_MAX), itemId: latest.items[0]?.id ?? "" }
}

async function request<Data>(url: string, body?: unknown): Promise<Data> {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
  const answer = await fetch(url, body === undefined ? {} : post)
  const { status, data, message } = (await answer.json()) as { status: boolean; data: Data; message: string }
  if (!status) throw new Error(`${url} answered ${answer.status}: ${message}`)
  return data
}
