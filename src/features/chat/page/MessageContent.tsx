import { Fragment, memo, type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import type { ChatFile } from "#contract/chat"
import { apiPost } from "../../../lib/apiFetch.ts"
import { paths } from "../../../lib/paths.ts"
import { useChat } from "./context.ts"
import { Icon } from "./Icon.tsx"
import { type Block, type Inline, parseMarkdown } from "./parseMarkdown.ts"
import { type KnownPerson, type MessagePart, splitMessage } from "./splitMessage.ts"

interface MessageTextProps {
  readonly text: string
  readonly people: ReadonlyArray<KnownPerson>
  /** The search term. */
  readonly found?: string
}

/** A text with links, mentions and search hits, otherwise as typed. */
export const MessageText = memo(function MessageText({ text, people, found = "" }: MessageTextProps) {
  const { userCode } = useChat()
  const parts = splitMessage(text, { people, found })
  // A part has nothing of its own but its place.
  // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes under its parts
  return parts.map((part, index) => <Piece key={index} part={part} userCode={userCode} />)
})

/** A message with its Markdown. Built from nodes, so that no HTML of a stranger is ever read. */
export const MessageBody = memo(function MessageBody({ text, people, found = "" }: MessageTextProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  const show = (parts: ReadonlyArray<Inline>): ReactNode =>
    parts.map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes under its parts
      <Fragment key={index}>{showInline(part, show, people, found)}</Fragment>
    ))
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes under its parts
    <Fragment key={index}>{showBlock(block, show)}</Fragment>
  ))
})

type Show = (parts: ReadonlyArray<Inline>) => ReactNode

const showInline = (part: Inline, show: Show, people: MessageTextProps["people"], found: string): ReactNode => {
  switch (part.kind) {
    case "text":
      return <MessageText text={part.text} people={people} found={found} />
    case "code":
      return <code>{part.text}</code>
    case "strong":
      return <strong>{show(part.parts)}</strong>
    case "em":
      return <em>{show(part.parts)}</em>
    case "link":
      // The host is shown, because the text may claim another one.
      return (
        <>
          <a href={part.href} title={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {show(part.parts.filter(({ kind }) => kind !== "link"))}
          </a>{" "}
          <small>({new URL(part.href).host})</small>
        </>
      )
  }
}

const showBlock = (block: Block, show: Show): ReactNode => {
  switch (block.kind) {
    case "text":
      return <p>{show(block.parts)}</p>
    case "quote":
      return <blockquote>{show(block.parts)}</blockquote>
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block is scrolled by keyboard
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case "list": {
      const List = block.items[0]?.number == null ? "ul" : "ol"
      return (
        <List>
          {block.items.map(({ number, parts }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes under its parts
            <li key={index} value={number ?? undefined}>
              {show(parts)}
            </li>
          ))}
        </List>
      )
    }
  }
}

function Piece({ part, userCode }: { readonly part: MessagePart; readonly userCode: string }) {
  const text = part.isFound === true ? <mark>{part.text}</mark> : part.text
  if (part.href !== undefined)
    return (
      // The linked page gets neither window nor referrer.
      <a href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {text}
      </a>
    )
  if (part.mention !== undefined)
    return (
      <span className="chat-mention" data-own={part.mention === userCode || undefined}>
        {text}
      </span>
    )
  return text
}

const urlOf = (key: string): string => `/api/Home/Image?${new URLSearchParams({ key, type: "header" })}`

export function Pictures({ keys, name }: { readonly keys: ReadonlyArray<string>; readonly name: string }) {
  const { t } = useChat()
  if (keys.length === 0) return null
  return (
    <p className="chat-pictures">
      {keys.map((key) => (
        <a key={key} href={urlOf(key)} target="_blank" rel="noopener">
          <img src={urlOf(key)} alt={t("chat.picture.of", { name })} loading="lazy" />
        </a>
      ))}
    </p>
  )
}

/** Files other than pictures: each a download with name and size. */
export function Files({ files }: { readonly files: ReadonlyArray<ChatFile> }) {
  const { t, format } = useChat()
  if (files.length === 0) return null
  return (
    <ul className="plain chat-files">
      {files.map(({ Key, Name, Kind, Bytes }) => (
        <li key={Key}>
          <a href={paths.messageFile(Key)} download title={t("chat.file.download")}>
            <Icon name={Kind} size={22} />
            <bdi>{Name}</bdi> <small>{format.bytes(Bytes)}</small>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A link preview, loaded when the message comes into view. */
export function LinkPreview({ href }: { readonly href: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [preview, setPreview] = useState<Preview | null>(null)

  useEffect(() => {
    if (place.current === null) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return
      observer.disconnect()
      void loadPreview(href).then(setPreview)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [href])

  if (preview === null) return <div ref={place} />
  const { title, description, siteName, imageUrl } = preview
  return (
    <a className="chat-preview" href={href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="auto">
      {imageUrl !== null && <img src={imageUrl} alt="" width="80" height="80" loading="lazy" />}
      <span>
        <small>{siteName ?? new URL(href).host}</small>
        <strong>{title}</strong>
        {description !== null && <span>{description}</span>}
      </span>
    </a>
  )
}

/** See Message/LoadLinkPreview. */
export interface Preview {
  readonly url: string
  readonly title: string
  readonly description: string | null
  readonly siteName: string | null
  readonly imageUrl: string | null
}

/** Previews per visit, so that a room full of links does not flood the server. */
const ASKED_MAX = 200
const requests = new Map<string, Promise<Preview | null>>()

/** Loads each address once. Fails silently. */
export const loadPreview = (href: string): Promise<Preview | null> => {
  const known = requests.get(href)
  if (known !== undefined || requests.size >= ASKED_MAX) return known ?? Promise.resolve(null)
  const asking = fetchPreview(href).catch(() => null)
  requests.set(href, asking)
  return asking
}

const fetchPreview = async (url: string): Promise<Preview | null> => {
  const response = await apiPost("Message/LoadLinkPreview", { url })
  if (!response.ok) return null
  const { data } = (await response.json()) as { readonly data: { readonly preview: Preview | null } }
  return data.preview
}
