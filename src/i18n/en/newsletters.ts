/** Newsletters: settings, leaving lists, reports. */
export const newsletters = {
  "newsletters.tooManyLists": "You can get at most 1,000 channels by email.",
  "newsletters.noSending": "There is no mail about this post.",
  "newsletters.sendingOver": "All mail about this post has left already, or was cancelled.",
  "newsletters.settings": "Newsletters",
  "newsletters.settings.text":
    "Channels whose new posts you get by email. This changes nothing about sign-in codes and mail about your account.",
  "newsletters.settings.none": "No channel sends you email. You can turn it on on a channel’s page.",
  "newsletters.settings.stopAll": "Stop all newsletters",
  "newsletters.settings.for": "Posts of {name} by email",
  "newsletters.settings.bounced": "Mail to your address came back.",
  "newsletters.setting.1": "Never",
  "newsletters.setting.2": "Every post",
  "newsletters.setting.3": "Daily digest",
  "newsletters.setting.4": "Weekly digest",
  "newsletters.channel.title": "New posts by email",
  "newsletters.channel.guest": "Sign in to get new posts by email",
  "newsletters.out.title": "Unsubscribe",
  "newsletters.out.ask": "Stop getting new posts of {name} by email?",
  "newsletters.out.askDigest": "Stop getting digests by email?",
  "newsletters.out.thisChannel": "this channel",
  "newsletters.out.done": "You’re unsubscribed",
  "newsletters.out.doneText":
    "An email that is already on its way may still arrive. Sign-in codes and mail about your account still reach you.",
  "newsletters.out.unknown": "This link is incomplete",
  "newsletters.out.unknownText": "Copy the whole address from the email, or change your email settings.",
  "newsletters.out.settings": "All email settings",
} as const
