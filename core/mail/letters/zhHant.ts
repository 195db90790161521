import type { LetterBook } from "./LetterBook.ts"

export const zhHant: LetterBook = {
  letters: {
    activation: {
      subject: "請確認你的電子郵件地址",
      lead: "歡迎來到 Quire。請輸入這組驗證碼，或開啟連結，以確認這個地址屬於你。",
      action: "確認我的地址",
      note: "如果你沒有註冊，請忽略這封郵件。沒有驗證碼，什麼都不會發生。",
    },
    signIn: {
      subject: "你的登入驗證碼",
      lead: "請輸入這組驗證碼，或開啟連結，即可登入。",
      action: "登入",
      note: "如果不是你本人操作，請忽略這封郵件，也不要把驗證碼告訴任何人。",
    },
    reset: {
      subject: "設定新密碼",
      lead: "請輸入這組驗證碼，或開啟連結，以設定新密碼。",
      action: "設定新密碼",
      note: "如果不是你本人操作，請忽略這封郵件。你的密碼不會改變。",
    },
    password: {
      subject: "確認你的新密碼",
      lead: "請輸入這組驗證碼，以確認變更密碼。",
      note: "如果不是你本人操作，可能有人登入了你的帳號：請變更密碼，並在所有裝置上登出。",
    },
    preference: {
      subject: "確認變更帳號保護設定",
      lead: "請輸入這組驗證碼，以確認變更兩步驟驗證。",
      note: "如果不是你本人操作，可能有人登入了你的帳號：請變更密碼，並在所有裝置上登出。",
    },
    untiefa: {
      subject: "移除兩步驟驗證",
      lead: "請輸入這組驗證碼，或開啟連結，以申請移除兩步驟驗證。移除將在 72 小時後生效，在此之前可以取消。",
      action: "移除兩步驟驗證",
      note: "如果不是你本人操作，請忽略這封郵件並變更密碼。沒有驗證碼，什麼都不會發生。",
    },
    addressTried: {
      subject: "你已經有帳號了",
      lead: "有人（很可能是你自己）想用這個地址註冊。它已經有帳號：請登入；如果忘記密碼，可以設定新密碼。",
      action: "登入",
      note: "如果不是你本人操作，什麼都不必做。沒有人得知你有帳號。",
    },
    passwordChanged: {
      subject: "你的密碼已變更",
      lead: "你帳號的密碼已變更，其他裝置均已登出。",
      action: "設定新密碼",
      note: "如果不是你本人操作，請立即設定新密碼。",
    },
    newDevice: {
      subject: "你的帳號有新的登入",
      lead: "有人用一個先前沒有登入過的瀏覽器登入了你的帳號。",
      action: "查看登入的裝置",
      note: "如果不是你本人操作，請在所有裝置上登出並變更密碼。",
    },
    accountDeleted: {
      subject: "你的帳號已刪除",
      lead: "你的帳號及其全部內容已永久刪除。感謝你曾在這裡閱讀。",
      note: "如果不是你本人操作，請回覆這封郵件。",
    },
  },
  lives: "驗證碼在 {time}內有效，只能使用一次。",
  at: "時間：{time}",
  device: "瀏覽器：{device}",
  footer: "Quire，獨立媒體的入口",
}
