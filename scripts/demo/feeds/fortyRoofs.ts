import type { DemoFeed } from "../DemoFeed.ts"

export const fortyRoofs: DemoFeed = {
  slug: "forty-roofs",
  title: "Forty Roofs",
  tagline: "Notes from a village that makes, stores and argues about its own electricity.",
  about: `Forty houses, one dairy, one school, a battery in the old fire station and a switch that lets us go it
alone. We write down what works, what does not, and what it cost, so that the next village can skip a few of our
mistakes.`,
  language: "en-GB",
  timeZone: "Europe/Dublin",
  kind: "article",
  format: "atom",
  carries: "whole",
  foundBy: "link",
  author: "The grid group",
  categories: ["Energy", "Batteries", "Village", "Solar", "Measurements"],
  look: { scene: "roofs", also: ["treeline"], emblem: "roof", ink: "slateGold", fileType: "webp" },
  pace: "quick",
  articles: [
    {
      key: "one-week-alone",
      title: "The village that balanced its own grid for a week",
      tags: ["Energy", "Village"],
      lead: `Nobody planned it. A storm took the line, and the dairy, the school and forty roofs had to agree on who
could boil water when.`,
      text: `
The line came down at ten past four on a Sunday, somewhere in the forest where nobody could get to it
before Thursday. At eleven past four the switch in the fire station did the thing it had been bought for and had never
done in earnest. It opened, waited a second, and started a grid of forty roofs and one battery all by itself.

For about an hour nobody noticed. Then it got dark, and people came home, and put the kettle on.

## Arithmetic on a blackboard

A battery of 300 kilowatt hours sounds like a great deal. Divided by forty houses and one herd it is seven and a half
each, and the herd does not negotiate. By seven in the evening there was a blackboard in front of the fire station with
the only numbers that mattered.

| | Can wait | Cannot wait |
| Dairy | milk cooling, 3 hours | milking, 5:30 and 16:30 |
| School | hot lunch | nothing |
| Houses | washing, ovens, cars | pumps, freezers, one lamp |
| Fire station | the sauna | the radio |

No app was involved. The rule was that you came and wrote your name beside the hour in which you wanted to cook. When an
hour had eight names in it, it was full, and you talked to somebody about moving. By Tuesday we were eating together in
the school, because eight dinners in one oven use far less than eight ovens.

> We had spent two years on software for this. It turned out that what we needed was chalk, and a reason.

On Thursday at noon the line came back. The switch closed so softly that we only knew because the blackboard no longer
mattered. Some names stayed on it for weeks. The Wednesday dinner is still going on.`,
    },
    {
      key: "what-it-cost",
      title: "What it all cost, to the last cable tie",
      tags: ["Energy", "Measurements"],
      lead: `People ask, and the answers they get from brochures are not answers. Here is our whole ledger, with the
mistakes left in.`,
      text: `
We paid for this with a loan from ourselves. Two hundred and eleven people bought shares of fifty, a hundred or five
hundred; nobody may own more than two per cent. That is the whole of the financial engineering.

| What | Cost | Would we again? |
| Panels on forty roofs, 182 kW | 171,000 | yes |
| Battery, 300 kWh, second-hand cells | 54,500 | yes |
| Island switch and protection | 38,200 | yes, and sooner |
| Meters and little computers | 12,900 | half of them |
| Lawyer | 9,400 | yes, sadly |
| First software | 7,000 | no |
| Cable ties | 312 | ask Brendan |

The first software promised to "orchestrate" us. It could not tell a milking machine from a sauna and shut off the wrong
one. What runs today is four hundred lines that we can read:

~~~
if battery < 20 %:  ask cars to stop
if battery < 12 %:  ask houses to wait
if battery <  8 %:  ring the bell at the fire station
never:              touch the dairy
~~~

The bell has rung twice. Both times somebody had left the church heating on, and both times it was the same somebody.

At today's prices the shares pay a little under three per cent. Nobody bought them for that, but it does make the yearly
meeting cheerful, and the soup is free.`,
    },
    {
      key: "second-life",
      title: "Where our battery was before it was ours",
      tags: ["Batteries"],
      lead: `It spent nine years under the seats of city buses. It has retired to the country, works part time, and is
doing better than most of us will.`,
      text: `
A bus needs a battery that can climb a hill with sixty people in it, stop, and do it again. After nine years ours could
still do that, only not for a whole shift. For a bus it was finished. For a village it had only just started to be
interesting.

We bought thirty-two packs, each the size of a suitcase and the weight of a calf. Every one was opened, measured and
given a letter. Four were sent back. The twenty-eight that stayed sit in the old fire station where the engine used to
be, and the hooks for the helmets now hold the isolating keys.

![Dusk over the lower street, the fire station on the right.]

What surprises visitors is how bored it is. On an ordinary day it moves between forty and eighty per cent, warm as a
hand, never hurried. The maker thinks it has twelve more years like that.

- Capacity when new: 412 kWh
- When we bought it: 317 kWh
- After two years with us: 309 kWh

> A thing is only worn out from the point of view of its last job.

There is a small brass plate with the number of the line they all used to serve. We were asked whether the passengers
know. One does: she was a driver, she moved here, and she says that she recognised the hum.`,
    },
    {
      key: "quiet-hours",
      title: "We asked forty freezers to hold their breath",
      tags: ["Measurements", "Village"],
      lead: `An experiment with cold things: how long can a village's freezers be off before a pea notices? Longer
than we thought, and the reason is the peas.`,
      text: `
A full freezer is a battery that nobody calls one. It has been charged with cold, it leaks slowly, and it
does not mind when exactly you top it up. We put thermometers into forty of them, in a bag of peas each, and then did
nothing for an hour at the dearest time of the day.

The average rise was 0.6 degrees. The worst was a half-empty chest freezer in a sunny porch, at 2.1, and the owner has
promised either to move it or to fill it.

1. A full freezer can skip ninety minutes with no harm at all.
2. A half-full one becomes a full one with bottles of water, for nothing.
3. If all forty come back in the same second, you learn a new word from the electrician.

The third lesson is why they now return over ten minutes, each after a pause that its little computer picks by rolling a
die. On the graph it looks like people getting up from a table: somebody first, then everybody, then the one who was
telling a story.

All told, the hour is worth about nineteen kilowatt hours, which is one sixteenth of our real battery and cost us forty
thermometers and forty bags of peas. The peas were eaten at the Wednesday dinner. Nobody noticed anything.`,
    },
    {
      key: "shade",
      title: "The oak stays: a small quarrel about shade",
      tags: ["Solar", "Village"],
      lead: `The best roof in the village belongs to the school, and the best tree in the village stands south of it. We
measured both for a year before anyone was allowed an opinion.`,
      text: `
Put simply: the oak costs the school roof eleven per cent of its sun, nearly all of it before ten in the morning. Eleven
per cent is about what two houses use. When that number came up at the meeting, somebody said the word _saw_, and the
room went quiet in two different ways.

So we measured the other half. The children hung thermometers on strings: in the yard, under the tree, in the
classroom on that side. On hot days the classroom behind the oak was five degrees cooler than its twin. Five degrees
is a machine on the wall that hums all June, and the machine would use a little more than two houses.

> The oak is an air conditioner that was installed in 1790 and has never needed a part.

The vote was thirty-eight to one, and the one has since said that he only wanted it minuted that somebody had checked.
We are grateful to him. It is a good thing to have been checked.

We did take down a single dead branch, over the gate. It became two benches and the handle of the bell.`,
    },
  ],
  notes: [
    {
      title: "Ten things that draw power while doing nothing",
      text: `The winner, by a mile, is the heated towel rail in a bathroom whose owner has been in Portugal since
March. We have rung him. The towels were very dry.`,
    },
    {
      title: "The bell rang and it was not a drill",
      text: `Battery at eight per cent on a still, grey evening. Within six minutes the village was down by a third,
the sauna was cancelled with some ceremony, and we coasted through to the morning wind.`,
    },
    {
      title: "Visitors from the next valley",
      text: `Twelve people came with notebooks, and one came with a cake. We showed them the battery, the ledger and
the blackboard. They photographed the blackboard.`,
    },
    {
      title: "Panel wash: with or without soap?",
      text: `We washed ten panels with soap, ten with rain and ten not at all. After a month the three groups were
within one per cent of each other. Put the ladder away and have a nice day.`,
    },
    {
      title: "The school has a new meter that anybody can read",
      text: `It has a needle. Green to the right means that the sun is paying, red to the left means that we are. A
child in the first class corrected the electrician after twenty minutes.`,
    },
    {
      title: "Second-hand panels: the results",
      text: `Fourteen panels from a farm that was re-roofed, eleven years old, tested on the trestle behind the shop.
Thirteen give more than nine tenths of what is on their label. The fourteenth will be a coffee table.`,
    },
    {
      title: "Why the street lights are amber now",
      text: `They use a quarter of what the white ones did, the moths have gone back to their business, and for the
first time in years you can see from the bridge that there is such a thing as a sky.`,
    },
    {
      title: "A car lent its battery to a wedding",
      text: `Two hundred guests, one band, one urn, no cable long enough. The post van powered it all until two in the
morning and delivered the next day's letters on time.`,
    },
    {
      title: "Minutes of the shortest meeting we have held",
      text: `Present: nineteen. Agreed: to buy the spare switch before we need it. Disagreed: whether the soup should
have barley in it. Closed after eleven minutes; soup until ten.`,
    },
    {
      title: "Lost: the key to cabinet four",
      text: `It hangs on a piece of red yarn. If you have it, you probably also have the good torch, and you know who
you are.`,
    },
    {
      title: "How to read your bill in one minute",
      text: `Look at three numbers only: what you drew, what you gave, and the hour in which you drew most. If you can
move the third one by an hour, the other two will look after themselves.`,
    },
    {
      title: "The church heating has a timer",
      text: `It has a lid, the lid has a lock, and the lock has a sign that says thank you. We believe that the bell
will be ringing less.`,
    },
  ],
  stream: {
    title: "{a}, {day}: {b}",
    a: [
      ["Battery report", "From the fire station at {time}: the battery stands at {38-86} per cent."],
      ["Upper street", "The upper street's meter was read at {time}."],
      ["Dairy", "Entry from the dairy, {time}, herd calm."],
      ["School roof", "The school's needle was read at {time}."],
      ["Island switch", "The switch was inspected at {time} and is closed."],
      ["Lower street", "Reading from the lower street at {time}."],
      ["Line to the valley", "The line carried {2-48} kilowatts at {time}."],
      ["Mill wheel", "The little wheel at the mill was turning at {time} and gave {1.1-3.8} kilowatts."],
      ["Cabinet four", "Cabinet four, opened at {time} with the spare key."],
      ["Blackboard", "On the blackboard at {time}."],
      ["Weather mast", "The mast says {3-27} knots and {2-21} degrees at {time}."],
    ],
    b: [
      ["quiet, with a margin", "The village is drawing {31-74} kilowatts and nobody is waiting for anything."],
      [
        "two cars charging, politely",
        "Two cars are on, each at half speed, and both have said when they need to leave.",
      ],
      [
        "a small peak, already over",
        "Somebody's oven and somebody's oven met for {9-25} minutes; they have parted again.",
      ],
      ["more made today than used", "We have made {4-60} kilowatt hours more than we used since midnight."],
      ["one panel string looked at", "String {2-11} was {3-9} per cent low; it was a leaf."],
      ["frequency as flat as a table", "Frequency has stayed within {0.1-0.4} tenths of a hertz all day."],
      [
        "freezers holding their breath",
        "The freezers skipped {20-60} minutes and the warmest pea rose by {0.2-0.9} degrees.",
      ],
      ["new share sold", "Share number {212-390} was sold to somebody who was born in the house with the blue door."],
      ["inverter restarted by hand", "Inverter {1-9} wanted a hand on its shoulder and got one."],
      ["the sauna has the next hour", "The sauna asked properly and has been given the next hour."],
      ["nothing tripped", "No breaker has opened for {5-41} days."],
      ["cells in balance", "The highest cell and the lowest are {4-16} millivolts apart."],
      ["visitors at the fire station", "{3-14} visitors saw the cells and asked about the bus."],
    ],
    c: [
      "The next reading is in half an hour.",
      "The bell is quiet.",
      "Thanks to whoever swept the floor.",
      "Questions go on the board, answers too.",
      "The dairy has not been touched, and never will be.",
      "Temperature in the battery room {17-24} degrees.",
      "The ledger is open to anyone who wants to check.",
    ],
  },
}
