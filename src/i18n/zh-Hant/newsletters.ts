import type { newsletters as source } from "../en/newsletters.ts"
import type { Translation } from "../message.ts"

export const newsletters: Translation<typeof source> = {
  "newsletters.tooManyLists": "最多可透過電子郵件接收 1,000 個頻道。",
  "newsletters.noSending": "沒有關於這篇內容的郵件。",
  "newsletters.sendingOver": "關於這篇內容的郵件已全部寄出或已取消。",
  "newsletters.settings": "電子報",
  "newsletters.settings.text": "透過電子郵件寄送新內容給你的頻道。登入驗證碼和帳號郵件不受影響。",
  "newsletters.settings.none": "還沒有頻道寄信給你。可在頻道頁面開啟。",
  "newsletters.settings.stopAll": "停止所有電子報",
  "newsletters.settings.for": "以電子郵件接收 {name} 的內容",
  "newsletters.settings.bounced": "寄到你信箱的郵件被退回。",
  "newsletters.setting.1": "從不",
  "newsletters.setting.2": "每篇內容",
  "newsletters.setting.3": "每日摘要",
  "newsletters.setting.4": "每週摘要",
  "newsletters.channel.title": "以電子郵件接收新內容",
  "newsletters.channel.guest": "登入後可透過電子郵件接收新內容",
  "newsletters.out.title": "取消訂閱",
  "newsletters.out.ask": "不再透過電子郵件接收 {name} 的新內容？",
  "newsletters.out.askDigest": "不再接收郵件摘要？",
  "newsletters.out.thisChannel": "此頻道",
  "newsletters.out.done": "已取消訂閱",
  "newsletters.out.doneText": "已在寄送途中的郵件仍可能送達。登入驗證碼和帳號郵件不受影響。",
  "newsletters.out.unknown": "連結不完整",
  "newsletters.out.unknownText": "請複製郵件中的完整網址，或變更電子郵件設定。",
  "newsletters.out.settings": "所有電子郵件設定",
}
