import type { Translation } from "../../message.ts"
import type { player as source } from "./en.ts"

export const player: Translation<typeof source> = {
  "player.name": "播放器",
  "player.back": "后退 {count} 秒",
  "player.on": "前进 {count} 秒",
  "player.speed": "播放速度",
  "player.close": "关闭播放器",
  "player.below": "正在页面底部播放。",
  "player.chapters": "章节",
  "player.chapters.count": { other: "{count} 个章节" },
  "player.transcript": "文字稿",
  "player.fetching": "正在从 {host} 获取……",
  "player.embed": "播放来自 {host} 的影片",
  "player.embed.about": "在你点击播放之前，不会从 {host} 加载任何内容。",
  "player.refused.unavailable": "{host} 目前没有回应，请十分钟后再试。",
  "player.refused.unreadable": "无法读取 {host} 发来的内容。",
  "player.refused.busy": "目前正在获取许多内容，请一分钟后再试。",
}
