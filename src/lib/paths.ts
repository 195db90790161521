import { HOME, LIBRARY_NEWS, NEWS_DETAIL, SIGN_IN } from "./fixedPaths.ts"

/** Every address of the product, built in one place so that no page writes one by hand. */
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
  subscriptions: "/subscriptions",
  savedItems: "/newsfeeds/saved",
  reading: (verb: string) => `/reading/${verb}`,
  deletedFeeds: "/subscriptions/deleted",
  chatList: "/message/chatlist",
  crypto: "/crypto",
  faq: "/faq",
  whatSubscribersAre: "/faq#faq-subtitle-0-6",
  howToBuy: "/wallet/howtobuy",
  signIn: SIGN_IN,
  signInByCode: "/signin?by=code",
  signUp: "/signup",
  signUpFreely: "/signup/noinvite",
  signOut: "/signout",
  forgotPassword: "/forgetpwd",
  preset: "/settings/preset",
  settings: "/settings/account",
  picture: "/settings/picture",
  exported: "/settings/export",
  searchUser: "/searchuser",
  accountEvents: (userCode: string) => `/accountevent/${encodeURIComponent(userCode)}`,
  wallet: "/wallet",
  transactions: "/transactionhistory",
  tickets: "/ticket/myticket",
  dashboard: "/writers/managechannel",
  secondStep: "/twofa",
  untiefa: "/untiefa",
  thirdParty: (provider: string, from: string) => withQuery(`/thirdparty/${encodeURIComponent(provider)}`, { from }),
  preferences: "/preferences",
} as const

const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query)}`
