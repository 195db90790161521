/** What a peer's documentation says: a count, or that the peer cannot do it, or nothing. */
export type PeerCount = number | "cannot" | "unknown"

/** The measure that decides a journey. */
type Measure = "clicks" | "keystrokes"

export interface JourneyFacts {
  readonly title: string
  readonly measure: Measure
  readonly freshRss: PeerCount
  readonly folo: PeerCount
  /** Where the counts come from. */
  readonly source: string
}

const FRESHRSS = "FreshRSS docs/en/users"
const FOLO = "Folo locales"

/**
 * Counts of FreshRSS and Folo from their documentation, in their favour: both are installed, and a person is signed in
 * where they require it. Steps that the documentation does not name are not counted.
 */
export const JOURNEYS = {
  firstFollow: {
    title: "first visit to first follow",
    measure: "clicks",
    freshRss: 2,
    folo: 2,
    source: `${FRESHRSS}/04_Subscriptions.md (+, Add; no directory); ${FOLO}/app/en.json (feed_form: Follow opens a form, Follow)`,
  },
  pasteAddress: {
    title: "paste an address",
    measure: "clicks",
    freshRss: 2,
    folo: 3,
    source: `${FRESHRSS}/04_Subscriptions.md (+, Add); ${FOLO}/app/en.json (Quick Add, Follow, form: Follow)`,
  },
  tenByKeyboard: {
    title: "read ten items by keyboard",
    measure: "keystrokes",
    freshRss: 10,
    folo: 10,
    source: "FreshRSS app/i18n/en/conf.php (open the next article); Folo locales/shortcuts/en.json (next entry)",
  },
  search: {
    title: "find by search",
    measure: "clicks",
    freshRss: 2,
    folo: "unknown",
    source: `${FRESHRSS}/03_Main_view.md (search field, title; own feeds only)`,
  },
  podcast: {
    title: "play a podcast and go on reading",
    measure: "clicks",
    freshRss: "unknown",
    folo: 3,
    source: `${FOLO}/shortcuts/en.json (entry, play, next entry; plays in the corner)`,
  },
  signUp: {
    title: "sign up",
    measure: "clicks",
    freshRss: 2,
    folo: 3,
    source: `FreshRSS app/i18n/en/gen.php (create an account, if enabled); ${FOLO}/app/en.json (log in, sign up, submit)`,
  },
  message: { title: "first message", measure: "clicks", freshRss: "cannot", folo: "cannot", source: "no such feature" },
  donation: {
    title: "first donation",
    measure: "clicks",
    freshRss: "cannot",
    folo: "unknown",
    source: `${FOLO}/app/en.json (entry_actions.tip; in Power, steps are not documented)`,
  },
  importOpml: {
    title: "import OPML",
    measure: "clicks",
    freshRss: 4,
    folo: 4,
    source: `${FRESHRSS}/04_Subscriptions.md (management, import, browse, import); ${FOLO}/app/en.json (discover, import, upload, import)`,
  },
  offline: {
    title: "go offline and read",
    measure: "clicks",
    freshRss: "cannot",
    folo: "unknown",
    source: `${FRESHRSS}/06_Mobile_access.md (offline only in other programs)`,
  },
} as const satisfies Readonly<Record<string, JourneyFacts>>

export type JourneyName = keyof typeof JOURNEYS

/** Whether no documented peer needs less. */
export const isBest = ({ measure, freshRss, folo }: JourneyFacts, effort: Readonly<Record<Measure, number>>): boolean =>
  [freshRss, folo].every((peer) => typeof peer !== "number" || effort[measure] <= peer)
