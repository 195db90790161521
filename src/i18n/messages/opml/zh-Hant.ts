import type { Translation } from "../../message.ts"
import type { opml as source } from "./en.ts"

export const opml: Translation<typeof source> = {
  "opml.title": "帶走你的追蹤",
  "opml.text": "OPML 是所有閱讀器都看得懂的清單格式。",
  "opml.export": "匯出 OPML",
  "opml.import": "匯入",
  "opml.file": "OPML 檔案",
  "opml.progress": "{done} / {total}",
  "opml.reading": "正在讀取清單……",
  "opml.imported": { other: "現已追蹤 {count} 個訂閱來源。" },
  "opml.failed": { other: "{count} 個訂閱來源無法讀取：" },
  "opml.left": { other: "{count} 個訂閱來源未匯入：未註冊的使用者最多可追蹤 10 個。" },
  "opml.unreadable": "這個檔案不是 OPML 清單。",
  "opml.tooLarge": "這個檔案太大，不像是訂閱清單。",
  "opml.done": "清單已匯入。",
}
