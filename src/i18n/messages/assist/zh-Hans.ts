import type { Translation } from "../../message.ts"
import type { assist as source } from "./en.ts"

export const assist: Translation<typeof source> = {
  "assist.notConfigured.translate": "此处未设置翻译功能",
  "assist.notConfigured.write": "此处未设置 AI 写作功能",
  "assist.language": "不提供这种语言",
  "assist.which": "请指明要翻译的内容：text 或 itemId",
  "assist.spent.person": "你今天的翻译和写作额度已用完，请明天再来。",
  "assist.spent.everybody": "今天的翻译和写作总额度已用完，请明天再来。",
  "assist.failed": "暂时无法完成，请稍后再试。",
  "assist.into": "翻译成",
  "assist.translate": "翻译",
  "assist.translation": "原文与译文",
  "assist.working": "正在翻译…",
  "assist.note": "由机器翻译，可能有误。",
  "assist.cut": "文本超出一次可翻译的长度，结尾部分未翻译。",
  "assist.close": "只显示原文",
}
