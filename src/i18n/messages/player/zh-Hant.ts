import type { Translation } from "../../message.ts"
import type { player as source } from "./en.ts"

export const player: Translation<typeof source> = {
  "player.name": "播放器",
  "player.back": "後退 {count} 秒",
  "player.on": "前進 {count} 秒",
  "player.speed": "播放速度",
  "player.close": "關閉播放器",
  "player.below": "正在頁面底部播放。",
  "player.chapters": "章節",
  "player.chapters.count": { other: "{count} 個章節" },
  "player.transcript": "文字稿",
  "player.fetching": "正在從 {host} 取得……",
  "player.embed": "播放來自 {host} 的影片",
  "player.embed.about": "在你點擊播放之前，不會從 {host} 載入任何內容。",
  "player.refused.unavailable": "{host} 目前沒有回應，請十分鐘後再試。",
  "player.refused.unreadable": "無法讀取 {host} 傳來的內容。",
  "player.refused.busy": "目前正在取得許多內容，請一分鐘後再試。",
}
