import type { DemoFeed } from "../DemoFeed.ts"

export const plainTextGarden: DemoFeed = {
  slug: "plain-text-garden",
  title: "Plain Text Garden",
  tagline: "Small software, kept like a garden: little by little, on the knees, with old tools.",
  about: `Notes on programs small enough to hold in one head: shell scripts, static pages, tiny formats, and the
comfort of a file that will still open in thirty years. Written by someone who also grows beans.`,
  language: "en-GB",
  timeZone: "Europe/Amsterdam",
  kind: "article",
  format: "json",
  carries: "whole",
  foundBy: "link",
  author: "Tove",
  categories: ["Software", "Plain text", "Small web", "Tools", "Garden"],
  look: { scene: "plots", emblem: "grid", ink: "moss", fileType: "png" },
  pace: "slow",
  articles: [
    {
      key: "one-file",
      title: "My whole back office is one text file and a cron job",
      tags: ["Plain text", "Tools"],
      lead: `Invoices, seed orders, who has borrowed the long ladder: for nine years I have kept all of it in a single
file with one line per fact. Here is the file, the grammar and what broke.`,
      text: `
It started as a shopping list. A line had a date, a word and the rest. When I needed to know how much I had spent on
string, I wrote a pipeline, and the list became a database without anybody having to sign anything.

~~~
2026-03-02 spent   string 4.20
2026-03-02 sowed   broad beans, 40, bed 3
2026-03-09 lent    long ladder, Pieter
2026-03-30 back    long ladder
2026-04-11 earned  fix for the bakery 180.00
~~~

The grammar is: a date, a verb, a sentence. The verb is the table. Everything I have ever wanted to know is two pipes
away.

~~~
# What have I lent and never seen again?
sort -k2,2 ledger | awk '
  $2 == "lent" { out[$3 " " $4] = $0 }
  $2 == "back" { delete out[$3 " " $4] }
  END { for (thing in out) print out[thing] }'
~~~

## What broke

Exactly two things in nine years. Once I sorted the file in a locale that thinks capital letters live somewhere else.
And once I wrote {{lend}} for {{lent}}, so that according to the record Pieter has had my wheelbarrow since 2019. He
says he has not. The ledger says what it says.

> A format is finished when your future self can repair it with a pencil.

There are 6,114 lines in it. It opens instantly on everything I own, including the printer.`,
    },
    {
      key: "thirty-years",
      title: "Will it open in thirty years? A shelf test",
      tags: ["Plain text"],
      lead: `I found a box of disks from my first job and tried to read every file on them. The results are one table
and a change of habits.`,
      text: `
Two hundred and six files, written between 1993 and 1997, by seven programs. I gave each of them ten minutes with only
what I could install today.

| Kind | Files | Opened | Looked right |
| Plain text | 88 | 88 | 88 |
| Plain pictures | 31 | 31 | 31 |
| Tables as text | 24 | 24 | 23 |
| A word processor | 47 | 40 | 6 |
| Another word processor | 12 | 3 | 0 |
| "Project files" | 4 | 0 | 0 |

The one table that looked wrong had been typed with tabs by someone who believed that a tab is a kind of space. It was
me.

What survived has nothing to do with what was popular. The popular things were the ones that vanished, each with its
converter, and the converter's converter. What survived is what you could describe on one sheet of paper and so what
someone, somewhere, bothered to write again.

My new habit is dull. Anything that I would be sad to lose, I save a second time as if I were going to post it to a
stranger: text for words, plain pictures for pictures, and a file called {{READ-ME-FIRST}} that says what is what.`,
    },
    {
      key: "forty-lines",
      title: "A feed in forty lines, and why you should have one",
      tags: ["Small web", "Software"],
      lead: `You do not need a platform to be followed. You need a file at an address. Let us write the program that
makes it, start to finish.`,
      text: `
A feed is a list. It has a title, and every entry has a title, an address and a date. A reader fetches it
now and then, and shows what is new. That is the entire machine, and it has been running for a quarter of a century.

~~~
import { readdirSync, readFileSync, writeFileSync } from "node:fs"

const home = "https://garden.example"
const posts = readdirSync("posts").sort().reverse()

const items = posts.map((name) => {
  const [title, date, , ...body] = readFileSync("posts/" + name, "utf8").split("\\n")
  const url = home + "/" + name.replace(".txt", "")
  return { id: url, url, title, date_published: date, content_text: body.join("\\n") }
})

writeFileSync("feed.json", JSON.stringify({
  version: "https://jsonfeed.org/version/1.1",
  title: "My garden", home_page_url: home, feed_url: home + "/feed.json", items,
}, null, 2))
~~~

Three rules are worth more than the code.

1. An {{id}} is for ever. If you rename the post, keep the id.
2. The date is when it was published, not when you last fixed a comma.
3. Put a link to the feed in the head of every page, so that a reader who has the page can find the list.

> The best thing about a feed is what it leaves out. Nobody is told how long you looked.`,
    },
    {
      key: "names",
      title: "Naming things after vegetables: a report from year three",
      tags: ["Garden", "Software"],
      lead: `Our machines used to be called web-prod-2. Then somebody let me choose. An honest account of life with
Parsnip, Chard and the one we do not restart.`,
      text: `
The argument for dull names is that they say what a thing does. The argument against is that what it does
will change, and then the name is not dull, it is a lie. {{web-prod-2}} had not served a web page since the summer it
was bought. It was the printer.

So: vegetables. Roots for things that keep state, leaves for those that come and go. Parsnip is the database. Chard
and Kale answer requests and may be cut at any time; they grow back. Leek does backups, because it stands through the
winter.

- Nobody has restarted a root by accident since
- Two people have restarted a leaf on purpose, with relish
- New colleagues learn the map in an afternoon, over soup

There are limits. We ran out of roots. We now have a Turnip, and nobody wants to be on call for Turnip. And it is
difficult to be solemn in a meeting about why Kale was slow.

Then again, it is difficult to be unkind in one, too.`,
    },
    {
      key: "delete",
      title: "The week I deleted more than I wrote",
      tags: ["Software", "Tools"],
      lead: `Minus four thousand lines, plus one hundred and twelve. Nothing got worse. A few notes on pruning, from
someone who used to be afraid of the saw.`,
      text: `
You prune an apple tree in winter because you can see it then. Leaves are hopeful and they hide the
structure. A code base has winters too: the week after a release, when nobody is asking for anything and you can walk
round it with your hands in your pockets.

I looked for three kinds of wood.

1. **Dead**: nothing calls it. Cut at once, no ceremony.
2. **Crossing**: two branches that do the same job and rub. Keep the one that points outward.
3. **Water shoots**: straight, vigorous, useless. In trees they come after somebody cut too hard. In programs they are
called options.

The options were the worst. We had thirty-one of them. I asked around, and twenty-six had only ever had one value. An
option with one value is a comment that can break.

> Every line you keep is a line that somebody has to walk round with a torch at three in the morning.

On Friday the tests ran in half the time. The beans, meanwhile, had put on four inches without any help from me at all.`,
    },
  ],
  notes: [
    {
      title: "A tool I use every day and have never updated",
      text: `It counts words. I compiled it in 2011. Every so often I feel I ought to check whether there is a newer
one, and then I count some words instead.`,
    },
    {
      title: "Comments are for the reason",
      text: `Today I found {{// add one}} above a line that added one. What I wanted to know was why. It took me until
lunch, and then I wrote that down instead.`,
    },
    {
      title: "The smallest page that I am proud of",
      text: `Four hundred and ninety bytes, valid, readable on a watch. It says when the library is open. People have
written to thank me, which does not happen for the big ones.`,
    },
    {
      title: "On leaving a blank line",
      text: `A blank line is the cheapest piece of design there is. It says: breathe, something else begins. Use one.
Two is shouting.`,
    },
    {
      title: "Slugs, both kinds",
      text: `The ones in my addresses should never change and the ones in the lettuce will not leave. I have written a
rule for the former. For the latter there is only the torch.`,
    },
    {
      title: "Backups, the only test that counts",
      text: `On the first Sunday of each month I delete something that I care about and get it back. I have been
caught out once. It was the month I decided to trust myself.`,
    },
    {
      title: "Why my site has no search",
      text: `It has a list. It fits on two screens and it is in order. You have a search in your browser and I would
not like to make it feel unwanted.`,
    },
    {
      title: "A date is a promise",
      text: `Year, month, day, with zeros, in that order, and the whole world can sort it. Every other way to write
one begins a conversation.`,
    },
    {
      title: "What the compost taught me about logs",
      text: `Turn it now and then, keep the air in, throw nothing poisonous on. And do not be surprised when what you
need is at the bottom.`,
    },
    {
      title: "Reading the manual from front to back",
      text: `Forty pages, one rainy evening. I found a flag that I have been imitating with a shell script for six
years. I have kept the script, for the memories.`,
    },
    {
      title: "Error messages I would like to receive",
      text: `What you did, what I expected, what to try. Three sentences. If there is room for a fourth, it may be
sorry.`,
    },
    {
      title: "A bug that was a mouse",
      text: `Not a figure of speech. It had a nest behind the router, lined with the label that said what was plugged
in where.`,
    },
  ],
  stream: {
    title: "Bed {no}: {b} {a}",
    a: [
      ["in the tool shed", "Found at {time} while I was looking for something else."],
      ["between two showers", "It rained at {time}, so I sat down and did this properly."],
      ["on a slow machine", "Measured on the slowest machine I own, twice, at {time}."],
      ["before breakfast", "A small one, before the coffee had finished talking."],
      ["with a pencil", "Worked out with a pencil first; it saves typing."],
      ["in one sitting", "One sitting, {25-90} minutes, no browser open."],
      ["for the third time", "Third time I have written it, and each time it gets shorter."],
    ],
    b: [
      ["a script with fewer excuses", "The script went from {60-140} lines to {14-40} and now says why it stops."],
      ["weeding old links", "{3-19} links were dead; {1-3} of them I could mend by asking the person."],
      ["a table turned to text", "A table with {4-12} columns is now one line per fact, and I can read it on the bus."],
      ["pruning the options", "{2-7} options went. Nobody has noticed, which is the point of pruning."],
      ["a page on a diet", "The page went from {90-400} kilobytes to {6-19}, mostly by leaving things out."],
      ["naming a thing properly", "It is called what it does now, and the comment above it could go."],
      ["a test that failed first", "I made it fail, I looked at how it fails, and only then did I mend it."],
      ["sowing a checklist", "{5-9} lines, in the order in which things go wrong."],
      ["a rule and its exception", "The rule fits on a line. The exception needs two, so I wrote it first."],
    ],
    c: [
      "The beans are doing well.",
      "Steal it; it is yours.",
      "Corrections welcome, by letter or otherwise.",
      "Tomorrow I will like it less.",
      "It is in the repository under the potato.",
    ],
  },
}
