/** What the player knows of what it plays, as the page tells it beside the sound or film. */
export interface Track {
  /** What its position is remembered by. */
  readonly key: string
  readonly title: string
  readonly feed: string
  /** Language of the title, where it is known. */
  readonly lang?: string
  /** The page that it belongs to. */
  readonly href: string
  /** A picture of our own proxy. */
  readonly image: string | null
  readonly chapters: ReadonlyArray<TrackChapter>
}

export interface TrackChapter {
  readonly startSeconds: number
  readonly title: string
}

/** The track of a sound or film on the page, or null where it has none. */
export const trackOf = (media: HTMLElement): Track | null => {
  const { track } = media.dataset
  return track === undefined ? null : (JSON.parse(track) as Track)
}

/** The chapter that is heard at a time; undefined before the first. */
export const chapterAt = (chapters: ReadonlyArray<TrackChapter>, seconds: number): TrackChapter | undefined =>
  chapters.findLast(({ startSeconds }) => startSeconds <= seconds)
