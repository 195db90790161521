export const menu = {
  "menu.account": "Your account",
  "menu.profile": "Profile Page",
  "menu.settings": "Settings",
  "menu.dashboard": "Creator Dashboard",
  "menu.ticket": "Ticket",
  "menu.wallet": "Wallet",
  "menu.transactions": "Transaction History",
  "menu.searchUser": "Find people",
  "menu.signOut": "Sign out",
  "menu.unnamed": "New here",
} as const
