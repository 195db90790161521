import type { Translation } from "../../message.ts"
import type { passkeys as source } from "./en.ts"

export const passkeys: Translation<typeof source> = {
  "passkeys.title": "通行密钥",
  "passkeys.lead": "通行密钥让你用指纹、面容或设备密码登录，无需密码，也无需第二步验证。",
  "passkeys.name": "名称",
  "passkeys.name.example": "例如：我的手机",
  "passkeys.add": "添加通行密钥",
  "passkeys.rename": "重命名",
  "passkeys.remove": "移除",
  "passkeys.added": "添加于 {date}",
  "passkeys.used": "上次使用 {date}",
  "passkeys.use": "使用通行密钥",
  "passkeys.failed": "无法使用通行密钥，请重试。",
  "passkeys.refused": "此通行密钥不匹配。",
  "passkeys.known": "此设备已有你账号的通行密钥。",
  "passkeys.tooMany": "最多可以有 {count} 个通行密钥。",
  "passkeys.none": "没有此通行密钥。",
  "passkeys.unsupported": "此浏览器不支持通行密钥。",
}
