import type { Scope } from "#contract/chat"
import { useChat } from "./context.ts"

/** Line drawings on a grid of 24, like components/ui/icon.ts. Decorative: their parent has the label. */
const SHAPES = {
  back: "M15 5l-7 7 7 7",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5 20 20",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  send: "M4.5 12 20 4.5 15 20l-3.5-6.5zM11.5 13.5 20 4.5",
  smile: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17M8.5 14.2c1.8 2.4 5.2 2.4 7 0M9 9.5v.3M15 9.5v.3",
  clip: "M8.5 12.5l5.6-5.6a2.8 2.8 0 0 1 4 4l-7.6 7.6a4.6 4.6 0 0 1-6.5-6.5l7-7",
  document: "M6.5 3.5h7l4 4v13h-11zM13.5 3.5v4h4M9 12h6M9 15h6M9 18h3.5",
  text: "M6.5 3.5h11v17h-11zM9 8h6M9 11h6M9 14h6M9 17h3.5",
  audio:
    "M9 17.5V6l9.5-2v11.5M9 17.5a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0M18.5 15.5a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0",
  video: "M3.5 6.5h12v11h-12zM15.5 10.5l5-3v9l-5-3",
  archive: "M4 4.5h16v4H4zM5.5 8.5v11h13v-11M10 12h4",
  calendar: "M5 6h14v13.5H5zM5 10h14M8.5 3.5V6M15.5 3.5V6",
  format: "M5 6.5V5h14v1.5M12 5v14M9 19h6",
  people:
    "M9 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6M3.5 18.5a5.5 5.5 0 0 1 11 0M15.5 5.4a3 3 0 0 1 0 5.2M17 13.4a5.5 5.5 0 0 1 3.5 5.1",
  muted:
    "M8 6.2A5.5 5.5 0 0 1 17.5 10c0 2.2.3 3.8.8 5M6.5 9v1c0 3.5-.8 5.5-2 7H16M10 20a2.2 2.2 0 0 0 4 0M4.5 4l15.5 16",
  down: "M12 5v14M6.5 13.5 12 19l5.5-5.5",
} as const

export function Icon({ name, size = 20 }: { readonly name: keyof typeof SHAPES; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" ? 2.6 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  )
}

interface FaceProps {
  readonly userCode: string
  readonly headerImage?: string | null
  /** CSS pixels. */
  readonly size?: number
}

/** The picture beside a person's name. */
export function Avatar({ userCode, headerImage = null, size = 36 }: FaceProps) {
  const version = headerImage === null ? {} : { v: headerImage.slice(0, 6) }
  const src = `/api/Home/Avatar?${new URLSearchParams({ userCode, ...version })}`
  return <img className="chat-face" src={src} alt="" width={size} height={size} loading="lazy" />
}

/** The picture of a room: that of its person or creator, or a sign for a group among friends. */
export function RoomFace({ scope, ...face }: FaceProps & { readonly scope: Scope }) {
  if (scope !== "Group") return <Avatar {...face} />
  const size = face.size ?? 36
  return (
    <span className="chat-face chat-face-group" style={{ inlineSize: size, blockSize: size }}>
      <Icon name="people" size={Math.round(size * 0.6)} />
    </span>
  )
}

/** The time of day if today, otherwise the relative time. */
export function MessageTime({ timeStamp }: { readonly timeStamp: string }) {
  const { format, time } = useChat()
  const at = new Date(timeStamp)
  const isToday = format.dayKey(at) === format.dayKey(new Date())
  return (
    <time dateTime={timeStamp} title={format.dateTime(at)}>
      {isToday ? time(at) : format.relative(at, new Date())}
    </time>
  )
}
