import type { Translation } from "../../message.ts"
import type { drawer as source } from "./en.ts"

export const drawer: Translation<typeof source> = {
  "drawer.title": "預覽",
  "drawer.close": "關閉",
  "drawer.claim": "認領這個訂閱來源",
  "drawer.claimed": "這個訂閱來源是你的",
  "drawer.page": "開啟訂閱來源頁面",
  "drawer.site": "網站",
  "drawer.loading": "載入中",
  "drawer.empty": "沒有資料",
  "drawer.failed": "訂閱來源的內容暫時無法顯示，可能是網路問題。",
  "drawer.retry": "再試一次",
  "drawer.older": "更早的內容",
  "drawer.more": "更多",
  "drawer.locked": "需要更多內容權限",
  "drawer.locked.subscribers": "這則內容僅限訂閱者。",
  "drawer.locked.premium": "這則內容僅限進階訂閱者。",
  "drawer.recent": "最新內容",
}
