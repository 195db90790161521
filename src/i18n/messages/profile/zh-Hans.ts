import type { Translation } from "../../message.ts"
import type { profile as source } from "./en.ts"

export const profile: Translation<typeof source> = {
  "profile.since": "{date} 加入 Quire",
  "profile.edit": "编辑资料",
  "profile.activity": "动态",
  "profile.activity.of": "{name} 的动态",
  "profile.empty": "这里还没有内容。",
  "profile.search": "查找用户",
  "profile.search.label": "名称或代码",
  "profile.search.submit": "搜索",
  "profile.search.hint": "按显示名称、用户名或代码查找。",
  "profile.next": "下一页",
  "profile.did.joined": "加入 Quire",
  "profile.did.named": "设置了名称",
  "profile.did.userName": "设置了用户名",
  "profile.did.profile": "更新了个人资料",
  "profile.did.password": "修改了密码",
  "profile.did.signedIn": "登录：{device}",
}
