import type { Translation } from "../../message.ts"
import type { offline as source } from "./en.ts"

export const offline: Translation<typeof source> = {
  "offline.title": "已保存，可離線閱讀",
  "offline.lead":
    "你所關注內容的最新項目，保存在此瀏覽器中。沒有網路時可在此閱讀；圖片、聲音和其他內容會在恢復網路後出現。",
  "offline.empty": "關注訂閱源後，其最新項目會保存在此，供離線閱讀。",
  "offline.settings": "設定",
  "offline.settings.title": "離線閱讀",
  "offline.settings.text":
    "你所關注內容的最新 200 個項目以及你造訪過的頁面會保存在此瀏覽器中，以便沒有網路時閱讀。其他人無法看到。",
  "offline.settings.keep": "保存項目以供離線閱讀",
  "offline.settings.amount": "此瀏覽器中已保存：{amount}",
  "offline.settings.clear": "清除已保存的內容",
  "offline.settings.show": "查看已保存的內容",
  "offline.settings.language": "語言",
  "offline.settings.theme": "外觀",
  "offline.settings.none": "此瀏覽器無法保存頁面，或指令碼已關閉。",
}
