export const follow = {
  "follow.follow": "Follow",
  "follow.unfollow": "unFollow",
  "follow.named": "{action} {title}",
  "follow.success": "Success",
  "follow.limit.feeds": "An unregistered user can follow up to 10 CCs.",
  "follow.limit.groups": "An unregistered user create up to 3 groups.",
  "follow.unkept": "This browser refuses to keep your follows: its storage is full or switched off.",
} as const
