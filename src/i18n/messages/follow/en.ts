export const follow = {
  "follow.follow": "Follow",
  "follow.unfollow": "unFollow",
  "follow.named": "{action} {title}",
  "follow.success": "Success",
  "follow.limit.feeds": "An unregistered user can follow up to 10 CCs.",
  "follow.limit.groups": "An unregistered user create up to 3 groups.",
  "follow.unkept": "This browser refuses to keep your follows: its storage is full or switched off.",
  "follow.most.feeds": "An account follows up to {count} feeds.",
  "follow.most.groups": "An account has up to {count} groups.",
  "follow.most.rules": "An account has up to {count} rules for what to leave out.",
  "follow.most.saved": "An account keeps up to {count} items.",
  "follow.full": "Your account is full: it takes no more feeds or groups.",
} as const
