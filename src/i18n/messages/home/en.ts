export const home = {
  "home.title": "Everything you follow, in one date-sorted feed",
  "home.lead":
    "Blogs, newsletters, video channels and podcasts of independent makers. Follow them here, read them here, no account needed.",
  "home.yours": "Read your newsfeed",
  "home.channels": "All channels",
} as const
