interface Props {
  readonly userCode: string
  readonly headerImage?: string | null
  /** CSS pixels. */
  readonly size?: number
}

/** The small picture beside a person's name, which says who it is. */
export function Face({ userCode, headerImage = null, size = 36 }: Props) {
  const version = headerImage === null ? {} : { v: headerImage.slice(0, 6) }
  const src = `/api/Home/Avatar?${new URLSearchParams({ userCode, ...version })}`
  return <img className="chat-face" src={src} alt="" width={size} height={size} loading="lazy" />
}
