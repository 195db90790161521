import { Effect } from "effect"
import type { Fetcher } from "#core/fetch"
import { decodeText } from "#core/fetch"
import type { PartRefusal } from "../ItemPart.ts"
import type { PartStore } from "../PartStore.ts"
import { allowsRobot, ROBOTS_LENGTH_MAX } from "./robots.ts"

/** Our name in robots.txt: the beginning of our User-Agent. */
const OUR_NAME = "quire"
/** RFC 9309, 2.4: rules are cached for at most a day. */
const RULES_SECONDS = 86_400

/**
 * Null if the host of a page allows reading it, otherwise the refusal. Without a robots.txt (any 4xx) everything is
 * allowed; if the host fails (5xx, no response) nothing is (RFC 9309, 2.3.1).
 */
export const makeMayRead = (fetcher: typeof Fetcher.Service, store: PartStore) => {
  const fetchRules = (origin: string): Effect.Effect<string | null> =>
    fetcher.fetchDocument({ url: `${origin}/robots.txt`, accept: "text/plain, */*;q=0.1" }).pipe(
      Effect.map(({ bytes, contentType }) =>
        decodeText(bytes, contentType).text.slice(0, ROBOTS_LENGTH_MAX).replaceAll("\u0000", ""),
      ),
      Effect.catch((refusal) =>
        Effect.succeed(
          refusal._tag === "TooManyRedirects" ||
            (refusal._tag === "HttpStatus" && refusal.status >= 400 && refusal.status < 500 && refusal.status !== 429)
            ? ""
            : null,
        ),
      ),
    )

  const rulesOf = Effect.fnUntraced(function* (origin: string) {
    const cached = yield* store.find("robots", origin)
    if (cached !== null) return cached.content ?? ""
    const rules = yield* fetchRules(origin)
    if (rules !== null) yield* store.keep("robots", origin, { content: rules, refusal: null }, RULES_SECONDS)
    return rules
  })

  return Effect.fn("mayRead")(function* (address: string): Effect.fn.Return<PartRefusal | null> {
    const url = URL.parse(address)
    if (url === null || !/^https?:$/.test(url.protocol)) return "unavailable"
    const rules = yield* rulesOf(url.origin)
    if (rules === null) return "unavailable"
    return allowsRobot(rules, OUR_NAME, url.pathname + url.search) ? null : "robots"
  })
}
