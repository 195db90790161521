import type { Translation } from "../../message.ts"
import type { appPasswords as source } from "./en.ts"

export const appPasswords: Translation<typeof source> = {
  "appPasswords.title": "应用专用密码",
  "appPasswords.lead": "阅读应用使用各自的密码登录，你可以随时收回，而无需更改自己的密码。",
  "appPasswords.address": "应用使用的地址",
  "appPasswords.other": "要求选择“FreshRSS”或“Google Reader API”的应用请填写",
  "appPasswords.userName": "用户名是你的电子邮箱或用户名。撤销密码后，对应的应用会立即退出登录。",
  "appPasswords.name": "应用或设备",
  "appPasswords.make": "生成密码",
  "appPasswords.made": "{name} 的密码，只显示这一次：",
  "appPasswords.since": "自 {date}",
  "appPasswords.revoke": "收回",
  "appPasswords.tooMany": "最多可以有 {count} 个应用专用密码。",
  "appPasswords.none": "没有此应用专用密码。",
}
