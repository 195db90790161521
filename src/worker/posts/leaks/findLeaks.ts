import { Clock, Effect } from "effect"
import { POST_LEVEL } from "#contract/publishing"
import { LeakProbes, PROBE_HEADER, type PROBED_CALLS, type ProbeLevel, plainTextOf, postItemId } from "#core/publishing"
import { type ListedPost, listGatedPosts, readGated } from "#projections/publishing"
import { LIST_FORMATS } from "../../../lib/lists.ts"
import { paths } from "../../../lib/paths.ts"
import { contains, passageOf } from "./passageOf.ts"

/** Posts per check: the newest ones, and others that a check of another hour does not take. */
const NEWEST_MAX = 20
const OTHERS_MAX = 20
const ANSWER_MS_MAX = 20_000
/** Longer answers are checked up to here. */
const ANSWER_LENGTH_MAX = 4_000_000

/** Readers that the site is asked as: a guest, a member without a subscription, and a subscriber of the level below a post's. */
export type LeakViewer = "guest" | "member" | "subscriber"

/** An answer that contains a text which its reader may not read. */
export type Leak = { readonly postId: string; readonly outlet: string; readonly viewer: LeakViewer }
export type LeakReport = {
  readonly posts: number
  readonly answers: number
  readonly leaks: ReadonlyArray<Leak>
  /** Outlets that did not answer, so that nobody knows what they show. */
  readonly unanswered: ReadonlyArray<Unanswered>
}
type Unanswered = { readonly outlet: string; readonly viewer: LeakViewer; readonly reason: string }

/** Outlets for everybody alike know no sessions. */
type Outlet = { readonly name: string; readonly path: string; readonly body?: object; readonly isForAll?: boolean }

const callOf = (name: (typeof PROBED_CALLS)[number], body: object): Outlet => ({
  name,
  path: `/api/Feed/${name}`,
  body,
})

/** What can be asked about a post. */
const outletsOf = (post: ListedPost, passage: string): ReadonlyArray<Outlet> => [
  { name: "page", path: paths.post(post.channelCode, post.slugs.at(-1) ?? "") },
  { name: "item", path: paths.newsDetail(postItemId(post.channelId, post.postId)) },
  ...["chapters.json", "transcript.txt"].map((part) => ({
    name: part,
    path: paths.channelFeed(post.channelCode, `${post.postId}.${part}`),
    isForAll: true,
  })),
  ...(["ViewContent", "ViewContentWithCreator", "LoadComments"] as const).map((name) =>
    callOf(name, { contentId: post.postId }),
  ),
  callOf("SearchNews", { keyword: `"${passage}"` }),
]

/** What can be asked about a channel: lists in which its posts stand. */
const channelOutlets = (code: string): ReadonlyArray<Outlet> => [
  { name: "channel", path: paths.user(code) },
  ...LIST_FORMATS.map((format) => ({
    name: `feed.${format}`,
    path: paths.channelFeed(code, `posts.${format}`),
    isForAll: true,
  })),
  { name: "podcast", path: paths.channelFeed(code, "podcast.rss"), isForAll: true },
  callOf("ListContentWithCreator", { channelCode: code }),
]

const FIRST_PAGE = { filter: { page: 1, pageSize: 50 } }
/** Lists of everything, which have the newest posts. */
const LIBRARY_OUTLETS: ReadonlyArray<Outlet> = [
  { name: "home", path: "/" },
  { name: "directory", path: paths.channels },
  { name: "library", path: paths.libraryNews },
  { name: "sitemap", path: "/sitemap.xml", isForAll: true },
  ...LIST_FORMATS.map((format) => ({ name: `library.${format}`, path: `/feeds/library.${format}`, isForAll: true })),
  ...(["LoadLastestContent", "LoadAllNews", "LoadNews", "LoadLongNews"] as const).map((name) =>
    callOf(name, FIRST_PAGE),
  ),
]

/** The files of a gated part. Nobody below its level gets one. */
const filesOf = (media: ReadonlyArray<{ readonly mediaId: string; readonly kind: string }>): ReadonlyArray<Outlet> =>
  media.map(({ mediaId, kind }) => ({ name: "file", path: `/media/${mediaId}/${kind}` }))

/** The level of each viewer; null for a guest. */
const LEVELS: Readonly<Record<LeakViewer, ProbeLevel | null>> = { guest: null, member: 0, subscriber: 2 }

/** Who may not read the gated part of a post. */
const viewersOf = ({ levelId }: Pick<ListedPost, "levelId">): ReadonlyArray<LeakViewer> =>
  levelId > POST_LEVEL.subscribers ? ["guest", "member", "subscriber"] : ["guest", "member"]

/**
 * Asks every outlet about posts for subscribers, at the address that readers use, and looks for passages of their gated parts in
 * the answers: as a guest, as a member without a subscription, and for posts of level 3 as a subscriber. The latter two have
 * no accounts, but tokens for one request each (`LeakProbes`); an answer has to say that it was for them.
 *
 * @param origin the origin of the site
 * @param hour chooses the older posts: all of them come up in time
 */
export const findLeaks = Effect.fn("findLeaks")(function* (origin: string, hour: number) {
  const posts = yield* listGatedPosts({ newestMax: NEWEST_MAX, othersMax: OTHERS_MAX, seed: hour })
  const probes = yield* LeakProbes
  const leaks: Array<Leak> = []
  const unanswered: Array<Unanswered> = []
  let answers = 0
  const ask = Effect.fnUntraced(function* (outlet: Outlet, viewer: LeakViewer, marks: ReadonlyArray<Mark>) {
    const [level, nowMs] = [LEVELS[viewer], yield* Clock.currentTimeMillis]
    const url = new URL(outlet.path, origin)
    const method = outlet.body === undefined ? "GET" : "POST"
    const token =
      level === null ? null : probes.tokenOf({ method, target: `${url.pathname}${url.search}`, level }, nowMs)
    const probe = token === null || level === null ? null : { token, level }
    const answer = yield* Effect.promise((signal) => request(url, outlet, probe, signal))
    if (answer.problem !== null) unanswered.push({ outlet: outlet.name, viewer, reason: answer.problem })
    else answers += 1
    for (const { postId, passage } of marks)
      if (contains(answer.text, passage)) leaks.push({ postId, outlet: outlet.name, viewer })
    return answer
  })
  const askAll = Effect.fnUntraced(function* (outlet: Outlet, marks: ReadonlyArray<Mark>) {
    for (const viewer of VIEWERS) {
      const own = marks.filter(({ viewers }) => viewers.includes(viewer))
      if (own.length > 0 && (viewer === "guest" || outlet.isForAll !== true)) yield* ask(outlet, viewer, own)
    }
  })
  const marked = new Map<string, Array<Mark>>()
  for (const post of posts) {
    const gated = yield* readGated({ personId: post.personId }, post)
    if (gated === null) continue
    const { postId, channelCode } = post
    const viewers = viewersOf(post)
    const passage = passageOf(plainTextOf(gated.markdown), `${post.title} ${plainTextOf(post.preview)}`)
    if (passage !== null) {
      const mark = { postId, passage, viewers }
      marked.set(channelCode, [...(marked.get(channelCode) ?? []), mark])
      for (const outlet of outletsOf(post, passage)) yield* askAll(outlet, [mark])
    }
    for (const file of filesOf(gated.media))
      for (const viewer of viewers)
        if ((yield* ask(file, viewer, [])).isSuccess) leaks.push({ postId, outlet: file.name, viewer })
  }
  for (const [code, marks] of marked) for (const outlet of channelOutlets(code)) yield* askAll(outlet, marks)
  for (const outlet of LIBRARY_OUTLETS) yield* askAll(outlet, [...marked.values()].flat())
  return { posts: posts.length, answers, leaks, unanswered } satisfies LeakReport
})

const VIEWERS: ReadonlyArray<LeakViewer> = ["guest", "member", "subscriber"]

/** A passage that stands in the gated part of a post alone, and who may not read it. */
type Mark = { readonly postId: string; readonly passage: string; readonly viewers: ReadonlyArray<LeakViewer> }

type Answer = { readonly text: string; readonly isSuccess: boolean; readonly problem: string | null }
type SentProbe = { readonly token: string; readonly level: ProbeLevel }

/** One request. Refusals are answers; an error of the server or the network is a problem, and so is an answer for another reader. */
const request = async (url: URL, { body }: Outlet, probe: SentProbe | null, signal: AbortSignal): Promise<Answer> => {
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(probe === null ? {} : { [PROBE_HEADER]: probe.token }),
  }
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
  // A token is for one address. Where it leads is asked by itself.
  const redirect = probe === null ? "follow" : "manual"
  const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]) }
  try {
    const response = await fetch(url, { headers, ...post, redirect, ...limits })
    const text = await readText(response)
    const isRefused = response.status === 429 || response.status >= 500
    const isForOther = probe !== null && response.headers.get(PROBE_HEADER) !== String(probe.level)
    const problem = isRefused ? String(response.status) : isForOther ? "answered as for a guest" : null
    return { text, isSuccess: response.ok, problem }
  } catch (error) {
    return { text: "", isSuccess: false, problem: error instanceof Error ? error.message : String(error) }
  }
}

const readText = async (response: Response): Promise<string> => {
  const [decoder, parts] = [new TextDecoder(), [] as Array<string>]
  let length = 0
  for await (const part of response.body ?? []) {
    parts.push(decoder.decode(part, { stream: true }))
    length += part.byteLength
    if (length > ANSWER_LENGTH_MAX) break
  }
  return parts.join("")
}
