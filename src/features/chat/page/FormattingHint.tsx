import { useId } from "react"
import { useChat } from "./context.ts"
import { Icon } from "./Icon.tsx"

/** Shows how to format a message. */
export function FormattingHint() {
  const { t } = useChat()
  const id = useId()
  const rows = [
    ["**…**", t("chat.format.bold")],
    ["*…*", t("chat.format.italic")],
    ["`…`", t("chat.format.code")],
    ["```", t("chat.format.block")],
    ["> …", t("chat.format.quote")],
    ["- …", t("chat.format.list")],
    ["[…](https://…)", t("chat.format.link")],
  ] as const
  return (
    <>
      <button
        type="button"
        className="icon-button"
        popoverTarget={id}
        aria-label={t("chat.format")}
        title={t("chat.format")}
      >
        <Icon name="format" />
      </button>
      <dl id={id} className="chat-format" popover="auto">
        {rows.map(([sign, name]) => (
          <div key={sign}>
            <dt>{name}</dt>
            <dd>
              <code>{sign}</code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
