import type { Translation } from "../../message.ts"
import type { preset as source } from "./en.ts"

export const preset: Translation<typeof source> = {
  "preset.title": "开始之前",
  "preset.text": "请选择别人在这里如何看到你。",
  "preset.displayName": "显示名称",
  "preset.code": "你的代码",
  "preset.code.hint": "别人用它找到你，之后无法更改。",
  "preset.code.others": "换一批",
  "preset.userName": "用户名",
  "preset.userName.hint": "英文字母和数字，以字母开头。",
  "preset.ok": "确定",
  "preset.cancel": "取消注册",
  "preset.missing": "还缺少：",
  "preset.min3": "至少 3 个字符",
  "preset.min4": "至少 4 个字符",
  "preset.format": "请输入正确的格式",
  "preset.chooseCode": "请选择一个代码",
}
