import type { Translation } from "../../message.ts"
import type { linkAccount as source } from "./en.ts"

export const linkAccount: Translation<typeof source> = {
  "linkAccount.title": "驗證你的頻道",
  "linkAccount.lead": "證明訂閱來源屬於你，它在這裡也就歸你：旁邊會顯示你的名字，別人無法占用。",
  "linkAccount.guest": "請先登入：頻道需要為帳號驗證。",
  "linkAccount.address": "你的訂閱來源、部落格或頻道的網址",
  "linkAccount.find": "繼續",
  "linkAccount.how": "在「{title}」上完成其中一項，然後讓我們查看：",
  "linkAccount.description": "把此代碼放進頻道或訂閱來源的簡介：",
  "linkAccount.meta": "把此標籤放進頁面的 head：",
  "linkAccount.relMe": "從你的頁面連結到你在這裡的頁面：",
  "linkAccount.dns": "為你的網域新增此 TXT 紀錄：",
  "linkAccount.verify": "現在查看",
  "linkAccount.done": "這個訂閱來源現在歸你了",
  "linkAccount.noProof": "還沒有找到。有些網站的變更需要幾分鐘才會顯示。",
  "linkAccount.notReached": "目前無法連上該訂閱來源及其頁面。",
  "linkAccount.mine": "你的訂閱來源",
  "linkAccount.since": "{date} 驗證",
  "linkAccount.remove": "放棄",
  "linkAccount.isMine": "這個訂閱來源是你的。",
}
