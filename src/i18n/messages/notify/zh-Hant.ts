import type { Translation } from "../../message.ts"
import type { notify as source } from "./en.ts"

export const notify: Translation<typeof source> = {
  "notify.title": "通知",
  "notify.text": "接收資料庫新聞的通知，最多每半小時一次。",
  "notify.on": "通知我",
  "notify.off": "不再通知我",
  "notify.started": "有資料庫新聞時會通知你。",
  "notify.stopped": "不會再通知你。",
  "notify.denied": "你的瀏覽器不允許本站傳送通知。你可以在瀏覽器設定中變更。",
  "notify.unsupported": "此瀏覽器不支援通知。",
  "notify.noTarget": "無法使用此瀏覽器的通知位址",
  "notify.full": "目前無法接受更多通知訂閱，請稍後再試。",
}
