import { Effect } from "effect"
import { plainTextOf, postItemId } from "#core/publishing"
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

/** An answer that everyone gets, which contains a text for subscribers. */
export type Leak = { readonly postId: string; readonly outlet: string }
export type LeakReport = {
  readonly posts: number
  readonly answers: number
  readonly leaks: ReadonlyArray<Leak>
  /** Outlets that did not answer, so that nobody knows what they show. */
  readonly unanswered: ReadonlyArray<{ readonly outlet: string; readonly reason: string }>
}

type Outlet = { readonly name: string; readonly path: string; readonly body?: object }

/** What a guest can ask about a post. */
const outletsOf = (post: ListedPost, passage: string): ReadonlyArray<Outlet> => [
  { name: "page", path: paths.post(post.channelCode, post.slugs.at(-1) ?? "") },
  { name: "item", path: paths.newsDetail(postItemId(post.channelId, post.postId)) },
  ...["chapters.json", "transcript.txt"].map((part) => ({
    name: part,
    path: paths.channelFeed(post.channelCode, `${post.postId}.${part}`),
  })),
  ...["ViewContent", "ViewContentWithCreator", "LoadComments"].map((name) => ({
    ...{ name, path: `/api/Feed/${name}`, body: { contentId: post.postId } },
  })),
  { name: "SearchNews", path: "/api/Feed/SearchNews", body: { keyword: `"${passage}"` } },
]

/** What a guest can ask about a channel: lists in which its posts stand. */
const channelOutlets = (code: string): ReadonlyArray<Outlet> => [
  { name: "channel", path: paths.user(code) },
  ...LIST_FORMATS.map((format) => ({ name: `feed.${format}`, path: paths.channelFeed(code, `posts.${format}`) })),
  { name: "podcast", path: paths.channelFeed(code, "podcast.rss") },
  { name: "ListContentWithCreator", path: "/api/Feed/ListContentWithCreator", body: { channelCode: code } },
]

const FIRST_PAGE = { filter: { page: 1, pageSize: 50 } }
/** Lists of everything, which have the newest posts. */
const LIBRARY_OUTLETS: ReadonlyArray<Outlet> = [
  { name: "home", path: "/" },
  { name: "directory", path: paths.channels },
  { name: "library", path: paths.libraryNews },
  { name: "sitemap", path: "/sitemap.xml" },
  ...LIST_FORMATS.map((format) => ({ name: `library.${format}`, path: `/feeds/library.${format}` })),
  ...["LoadLastestContent", "LoadAllNews", "LoadNews", "LoadLongNews"].map((name) => ({
    ...{ name, path: `/api/Feed/${name}`, body: FIRST_PAGE },
  })),
]

/** The files of a gated part. Guests get none of them. */
const filesOf = (media: ReadonlyArray<{ readonly mediaId: string; readonly kind: string }>): ReadonlyArray<Outlet> =>
  media.map(({ mediaId, kind }) => ({ name: "file", path: `/media/${mediaId}/${kind}` }))

/**
 * Asks every public outlet about posts for subscribers, as a guest and at the address that readers use, and looks for
 * passages of their gated parts in the answers. Also checks that a person without a level reads nothing.
 *
 * @param origin the origin of the site
 * @param hour chooses the older posts: all of them come up in time
 */
export const findLeaks = Effect.fn("findLeaks")(function* (origin: string, hour: number) {
  const posts = yield* listGatedPosts({ newestMax: NEWEST_MAX, othersMax: OTHERS_MAX, seed: hour })
  const leaks: Array<Leak> = []
  const unanswered: Array<{ readonly outlet: string; readonly reason: string }> = []
  let answers = 0
  const ask = Effect.fnUntraced(function* (outlet: Outlet, marks: ReadonlyArray<Mark>) {
    const answer = yield* Effect.promise((signal) => request(origin, outlet, signal))
    if (answer.problem !== null) unanswered.push({ outlet: outlet.name, reason: answer.problem })
    else answers += 1
    for (const { postId, passage } of marks)
      if (contains(answer.text, passage)) leaks.push({ postId, outlet: outlet.name })
    return answer
  })
  const marked = new Map<string, Array<Mark>>()
  for (const post of posts) {
    const gated = yield* readGated({ personId: post.personId }, post)
    if (gated === null) continue
    const { postId, channelCode } = post
    if ((yield* readGated({ personId: STRANGER }, post)) !== null) leaks.push({ postId, outlet: "stranger" })
    const passage = passageOf(plainTextOf(gated.markdown), `${post.title} ${plainTextOf(post.preview)}`)
    if (passage !== null) {
      marked.set(channelCode, [...(marked.get(channelCode) ?? []), { postId, passage }])
      for (const outlet of outletsOf(post, passage)) yield* ask(outlet, [{ postId, passage }])
    }
    for (const file of filesOf(gated.media))
      if ((yield* ask(file, [])).isSuccess) leaks.push({ postId, outlet: file.name })
  }
  for (const [code, marks] of marked) for (const outlet of channelOutlets(code)) yield* ask(outlet, marks)
  const all = [...marked.values()].flat()
  if (all.length > 0) for (const outlet of LIBRARY_OUTLETS) yield* ask(outlet, all)
  return { posts: posts.length, answers, leaks, unanswered } satisfies LeakReport
})

/** A passage that stands in the gated part of a post alone. */
type Mark = { readonly postId: string; readonly passage: string }

/** No person has this identity. */
const STRANGER = "00000000-0000-7000-8000-000000000000"

type Answer = { readonly text: string; readonly isSuccess: boolean; readonly problem: string | null }

/** A guest's request. Refusals are answers; an error of the server or the network is a problem. */
const request = async (origin: string, { path, body }: Outlet, signal: AbortSignal): Promise<Answer> => {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
  const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]) }
  try {
    const response = await fetch(origin + path, { ...(body === undefined ? {} : post), ...limits })
    const text = await readText(response)
    const isRefused = response.status === 429 || response.status >= 500
    return { text, isSuccess: response.ok, problem: isRefused ? String(response.status) : null }
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
