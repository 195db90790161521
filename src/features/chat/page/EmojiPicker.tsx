import { useRef } from "react"
import { useChat } from "./context.ts"
import { Icon } from "./Icon.tsx"

/** The ones that people use most; all others come by the keyboard of their device. */
const EMOJI =
  "😀 😂 🤣 😊 😍 🥰 😘 😉 😎 🤔 🤗 🙃 😇 😋 😴 😅 😢 😭 😡 😱 🥳 🤯 😬 🙄 👍 👎 👏 🙌 🙏 💪 🤝 👋 ✌️ 👌 🤞 👀 ❤️ 🧡 💛 💚 💙 💜 💔 🔥 ✨ ⭐ 🎉 🎂 🌹 🌞 🌈 ☕ 🍺 🍕 🎵 📚 ⚽ 🚀 💡 ✅ ❌ ❓ ❗ 💯".split(
    " ",
  )

/** A small choice of emoji. */
export function EmojiPicker({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { t } = useChat()
  const box = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        type="button"
        className="icon-button"
        popoverTarget="chat-emoji"
        aria-label={t("chat.emoji")}
        title={t("chat.emoji")}
      >
        <Icon name="smile" />
      </button>
      <div ref={box} id="chat-emoji" className="chat-emoji" popover="auto">
        {EMOJI.map((emoji) => (
          <button
            key={emoji}
            type="button"
            onClick={() => {
              box.current?.hidePopover()
              onPick(emoji)
            }}
          >
            {emoji}
          </button>
        ))}
      </div>
    </>
  )
}
