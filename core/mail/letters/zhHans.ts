import type { LetterBook } from "./LetterBook.ts"

export const zhHans: LetterBook = {
  letters: {
    activation: {
      subject: "请确认你的邮箱地址",
      lead: "欢迎来到 Quire。请输入此验证码，或打开链接，以确认这个地址属于你。",
      action: "确认我的地址",
      note: "如果你没有注册，请忽略这封邮件。没有验证码，什么都不会发生。",
    },
    signIn: {
      subject: "你的登录验证码",
      lead: "请输入此验证码，或打开链接，即可登录。",
      action: "登录",
      note: "如果不是你本人操作，请忽略这封邮件，也不要把验证码告诉任何人。",
    },
    reset: {
      subject: "设置新密码",
      lead: "请输入此验证码，或打开链接，以设置新密码。",
      action: "设置新密码",
      note: "如果不是你本人操作，请忽略这封邮件。你的密码不会改变。",
    },
    password: {
      subject: "确认你的新密码",
      lead: "请输入此验证码，以确认修改密码。",
      note: "如果不是你本人操作，可能有人登录了你的账号：请修改密码，并在所有设备上退出登录。",
    },
    preference: {
      subject: "确认修改账号保护设置",
      lead: "请输入此验证码，以确认修改两步验证。",
      note: "如果不是你本人操作，可能有人登录了你的账号：请修改密码，并在所有设备上退出登录。",
    },
    untiefa: {
      subject: "移除两步验证",
      lead: "请输入此验证码，或打开链接，以申请移除两步验证。移除将在 72 小时后生效，在此之前可以取消。",
      action: "移除两步验证",
      note: "如果不是你本人操作，请忽略这封邮件并修改密码。没有验证码，什么都不会发生。",
    },
    addressTried: {
      subject: "你已经有账号了",
      lead: "有人（很可能是你自己）想用这个地址注册。它已经有账号：请登录；如果忘记了密码，可以设置新密码。",
      action: "登录",
      note: "如果不是你本人操作，无需做任何事。没有人得知你有账号。",
    },
    passwordChanged: {
      subject: "你的密码已修改",
      lead: "你账号的密码已修改，其他设备均已退出登录。",
      action: "设置新密码",
      note: "如果不是你本人操作，请立即设置新密码。",
    },
    newDevice: {
      subject: "你的账号有新的登录",
      lead: "有人用一个此前没有登录过的浏览器登录了你的账号。",
      action: "查看登录的设备",
      note: "如果不是你本人操作，请在所有设备上退出登录并修改密码。",
    },
    accountDeleted: {
      subject: "你的账号已删除",
      lead: "你的账号及其全部内容已永久删除。感谢你曾在这里阅读。",
      note: "如果不是你本人操作，请回复这封邮件。",
    },
  },
  lives: "验证码在 {time}内有效，只能使用一次。",
  at: "时间：{time}",
  device: "浏览器：{device}",
  footer: "Quire，独立媒体的门户",
}
