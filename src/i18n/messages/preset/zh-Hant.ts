import type { Translation } from "../../message.ts"
import type { preset as source } from "./en.ts"

export const preset: Translation<typeof source> = {
  "preset.title": "開始之前",
  "preset.text": "請選擇別人在這裡如何看到你。",
  "preset.displayName": "顯示名稱",
  "preset.code": "你的代碼",
  "preset.code.hint": "別人用它找到你，之後無法變更。",
  "preset.code.others": "換一批",
  "preset.userName": "使用者名稱",
  "preset.userName.hint": "英文字母和數字，以字母開頭。",
  "preset.ok": "確定",
  "preset.cancel": "取消註冊",
  "preset.missing": "還缺少：",
  "preset.min3": "至少 3 個字元",
  "preset.min4": "至少 4 個字元",
  "preset.format": "請輸入正確的格式",
  "preset.chooseCode": "請選擇一個代碼",
}
