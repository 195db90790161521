import { useState } from "react"
import { useChat } from "./context.ts"

/** Asks whether the system may tell of messages; shown until that was answered. */
export function NotifyButton() {
  const { t } = useChat()
  const [isOpen, setOpen] = useState(() => "Notification" in window && Notification.permission === "default")
  if (!isOpen) return null
  const ask = async () => {
    const answer = await Notification.requestPermission()
    setOpen(answer === "default")
  }
  return (
    <button className="button" data-tone="quiet" type="button" onClick={() => void ask()}>
      {t("chat.notify")}
    </button>
  )
}
