import { useChat } from "./context.ts"

const urlOf = (key: string): string => `/api/Home/Image?${new URLSearchParams({ key, type: "header" })}`

/** The pictures of a message. */
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
