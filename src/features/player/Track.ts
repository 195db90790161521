/** A playable medium, as the page describes it in `data-track`. */
export interface Track {
  /** The key of its stored position. */
  readonly key: string
  readonly title: string
  readonly feed: string
  /** The language of the title, if known. */
  readonly lang?: string
  /** Its page. */
  readonly href: string
  /** A picture from our proxy. */
  readonly image: string | null
  readonly chapters: ReadonlyArray<TrackChapter>
  /** How far the person listened on any device, as the account knows it. */
  readonly heard?: { readonly seconds: number; readonly atMs: number }
}

export interface TrackChapter {
  readonly startSeconds: number
  readonly title: string
}

/** The track of a media element, or null. */
export const trackOf = (media: HTMLElement): Track | null => {
  const { track } = media.dataset
  return track === undefined ? null : (JSON.parse(track) as Track)
}

/** The chapter at a time; undefined before the first. */
export const chapterAt = (chapters: ReadonlyArray<TrackChapter>, seconds: number): TrackChapter | undefined =>
  chapters.findLast(({ startSeconds }) => startSeconds <= seconds)
