import type { Translation } from "../../message.ts"
import type { assist as source } from "./en.ts"

export const assist: Translation<typeof source> = {
  "assist.notConfigured.translate": "此處未設定翻譯功能",
  "assist.notConfigured.write": "此處未設定 AI 寫作功能",
  "assist.language": "不提供這種語言",
  "assist.which": "請指明要翻譯的內容：text 或 itemId",
  "assist.spent.person": "你今天的翻譯和寫作額度已用完，請明天再來。",
  "assist.spent.everybody": "今天的翻譯和寫作總額度已用完，請明天再來。",
  "assist.failed": "暫時無法完成，請稍後再試。",
  "assist.into": "翻譯成",
  "assist.translate": "翻譯",
  "assist.translation": "原文與譯文",
  "assist.working": "正在翻譯…",
  "assist.note": "由機器翻譯，可能有誤。",
  "assist.cut": "文字超出一次可翻譯的長度，結尾部分未翻譯。",
  "assist.close": "只顯示原文",
}
