import type { Faq } from "../article.ts"

export const faq: Faq = {
  title: "Frequently asked questions",
  description:
    "What Quire is, how following works without an account, what subscribers and creators are, and how payment works.",
  lead: "Short answers to what readers ask first.",
  contents: "On this page",
  parts: [
    {
      title: "Quire and its people",
      questions: [
        {
          question: "What is Quire?",
          answer: [
            "A reading room for independent media. It gathers articles, newsletters, videos and podcasts from the places where their makers publish them, and puts everything you follow into one feed, newest first.",
            "Nothing is ranked for you. There is no algorithm that decides what you should see, and no advertising.",
          ],
        },
        {
          question: "Do I need an account?",
          answer: [
            "Not for reading. As a guest you can browse, search, follow up to 10 feeds and keep them in up to 3 groups.",
            "An account is for what has to be yours on every device: more feeds, subscriptions, messages, a wallet.",
          ],
        },
        {
          question: "Where are my follows kept?",
          answer: [
            "A guest’s follows are kept in the browser they were made in, and nowhere else. Closing the window does not lose them; clearing the browser’s data does.",
            "You can take them along at any time as an OPML file, which every feed reader understands.",
          ],
        },
        {
          question: "What can I follow?",
          answer: [
            "Anything that publishes a feed, and a good deal that hides one:",
            {
              list: [
                "blogs and newsletters: Substack, Medium, WordPress, Ghost, Blogger and any site of its own with a feed;",
                "video: YouTube, Vimeo, Odysee, Bitchute, Rumble, PeerTube;",
                "podcasts, with the player in the feed;",
                "RSS, Atom and JSON Feed addresses.",
              ],
            },
            "Messaging channels and social networks are supported in part, as far as they let themselves be read.",
          ],
        },
        {
          question: "How do I add something that is not listed?",
          answer: [
            "Copy its address from the browser, paste it into the field on the [newsfeed](/newsfeeds) and press Enter. The address of a page will do: Quire looks for the feed behind it.",
          ],
        },
        {
          question: "Who are content creators?",
          answer: [
            "People who publish on Quire or have claimed their feed here. A creator (CC) has a channel with a page, a chat room and, if they wish, content for subscribers only. Becoming one takes an application, which a person reads.",
          ],
        },
        {
          question: "What are subscribers?",
          answer: [
            "Readers who pay one fee, typically about 10 a month, and share it among the creators they choose. One payment supports several people instead of one subscription for each.",
            {
              list: [
                "Subscribers read what their creators keep for them, can write to these creators, and take part in private group chats.",
                "Premium subscribers pay more to a single creator and see the highest level of that creator’s content.",
              ],
            },
            "The fee is paid in cryptocurrency; [Why Crypto?](/crypto) says why. You choose for how long, and nothing renews itself unless you say so.",
          ],
        },
      ],
    },
    {
      title: "Reading",
      questions: [
        {
          question: "In which order does my feed appear?",
          answer: [
            "By date, newest first. When several feeds carry the same item, it appears once and says where else it is.",
            "You can narrow the feed to today, the last 7 or 30 days or any dates, to one group, or to certain sources.",
          ],
        },
        {
          question: "What are groups for?",
          answer: [
            "For separating what you read at breakfast from what you listen to in the evening. A group stays when its last feed goes, until you delete it.",
          ],
        },
        {
          question: "Why is a feed temporarily unavailable?",
          answer: [
            "Because its server did not answer, or answered with something that is no feed. Quire keeps asking, less often each time, and what was gathered before stays readable.",
          ],
        },
        {
          question: "Do publishers see that I read them?",
          answer: [
            "Not from reading here. Quire fetches each feed once for all its followers, and pictures come through our own server, so a publisher sees our address and not yours. When you open the original, or play a podcast or video, you are on the publisher’s server.",
          ],
        },
        {
          question: "In which languages is there something to read?",
          answer: [
            "The library holds over 400,000 items in 9 languages. The interface speaks English, German, and simplified and traditional Chinese; items stay in the language they were written in.",
          ],
        },
        {
          question: "Does it work without JavaScript?",
          answer: [
            "Reading, searching, filtering and changing the language do. Following does not, because the browser has to remember what you follow.",
          ],
        },
      ],
    },
    {
      title: "Paying and being paid",
      questions: [
        {
          question: "What does it cost?",
          answer: [
            "Reading costs nothing. A subscription is typically about 10 a month for all the creators you choose together. Donations are as high as you like.",
          ],
        },
        {
          question: "How do I pay?",
          answer: [
            "From the wallet of your account, in cryptocurrency. If you have none yet, [How to buy crypto](/wallet/howtobuy) explains it from the beginning.",
          ],
        },
        {
          question: "How is a fee shared among creators?",
          answer: [
            "At the end of each equity cycle, the period over which fees are shared out, every creator you chose receives their part. You see each payment in your records.",
          ],
        },
      ],
    },
  ],
}
