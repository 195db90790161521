import type { DemoFeed } from "../DemoFeed.ts"

export const harbourLetter: DemoFeed = {
  slug: "harbour-letter",
  title: "The Harbour Letter",
  tagline: "News from a small working harbour, written in the tide office and sent when there is something to say.",
  about: `Wrenmouth has forty-one boats, two cranes and one tide office. The Harbour Letter is written there, between
phone calls, by whoever has the watch. We report what came in, what went out and what the river is doing to both.`,
  language: "en-GB",
  timeZone: "Europe/London",
  kind: "newsletter",
  format: "rss",
  carries: "whole",
  foundBy: "link",
  author: "The tide office",
  categories: ["Harbour", "River", "Fishing", "Weather", "Neighbours"],
  look: { scene: "harbour", also: ["island"], emblem: "anchor", ink: "harbourDawn", fileType: "jpeg" },
  pace: "quick",
  articles: [
    {
      key: "dredgers",
      title: "What the dredgers found when the river was finally allowed to move",
      tags: ["River", "Harbour"],
      lead: `For sixty years the lower channel was held in place by stone. This spring the last wall came down, and a
small crew began to map what the water had been hiding all along.`,
      text: `
The wall at Cutter's Reach was never a beautiful thing. It was built to keep the channel deep enough for coal barges,
and it did that for eleven years, until there was no more coal. Then it kept doing it for nobody. Every winter the river
leaned on it a little, and every spring someone from the county came to push back.

When the money for pushing ran out, Ines from the survey boat did the sum that nobody had asked for: what would happen
if we simply stopped? Her answer was four pages long and fits in a sentence. The channel would wander about ninety
metres north, find the old bed, and stay there.

## Slower than anyone feared

It took the river five months. We know because Ines drew it each fortnight, and the drawings hang in the office window
now, eighteen of them, like a very slow film.

| Fortnight | Channel moved | Depth at the mark |
| 1 to 4 | 6 m | 3.1 m |
| 5 to 9 | 38 m | 2.4 m |
| 10 to 14 | 41 m | 2.9 m |
| 15 to 18 | 4 m | 3.3 m |

What it uncovered was not treasure. There were two hundred metres of oyster bed, alive. There was a row of alder posts
that turned out to be a fish trap older than the church. And there was the _Patience_, a lighter that sank in a fog in
my grandmother's day with a cargo of roof slates, still stacked as neatly as the afternoon they were loaded.

![The reach at first light, with the survey boat lying to the north bank.]

> We spent sixty years telling the river where it was. It knew.

The slates will go on the lifeboat shed. The oysters are nobody's for three years, by a show of hands at the meeting.
The posts stay where they are, because they are still holding up a little mud, and because nobody who saw them at low
water had the heart to suggest anything else.`,
    },
    {
      key: "ice-house",
      title: "The ice house is open again, and it still works without a plug",
      tags: ["Harbour", "Neighbours"],
      lead: `Two winters of volunteers, nine tons of sawdust and one stubborn door. The brick ice house behind the net
loft has held its first full season of ice since the year the power came.`,
      text: `
You cut ice when there is ice, which at Wrenmouth is about one week in three years. So the new ice house does not wait
for the pond. It takes the crushed ice that the fish hall makes on sunny days, when the panels give more than the hall
can use, and simply keeps it. That is the entire invention.

Keeping is the hard part. The old builders knew it and left us instructions in the form of a building: a floor that
drains, a double wall with a foot of nothing in it, and a door so low that you bow to go in. The foot of nothing had
filled with a century of wren nests. We emptied it and packed it with sawdust from the yard.

- Loaded in the first week: 4.2 tons
- Left after six weeks: 2.9 tons
- Electricity used in those weeks: none
- Times the door was left open: one, by the writer of this letter

The boats that fish alone are the ones who gain. _Marigold_ can now sail at two in the morning with ice aboard without
anyone having to be awake to sell it to her. There is a book by the door. You write down what you took.

So far the book and the ice agree to within a bucket, which says something about either the neighbours or the
arithmetic. We choose to think it is the neighbours.`,
    },
    {
      key: "night-watch",
      title: "A night on the VHF: who talks to a harbour between midnight and five",
      tags: ["Harbour", "Weather"],
      lead: `Most of what a harbour radio hears is silence. The rest is people who would like to know that somebody is
there. We kept a list of one ordinary night.`,
      text: `
00:12. A yacht asks whether the visitor berth has water. It has. She says she will be an hour. She is three.

01:40. Somebody holds the key down by accident. For six minutes the whole estuary listens to a man telling a dog about
his divorce. The dog, as far as we can tell, takes the wife's side.

02:05. _Two Brothers_ reports out over the bar. This is not required. He has done it every night for twenty-two years,
and every night we answer "Two Brothers, Wrenmouth, safe trip", and neither of us has ever mentioned it ashore.

03:31. A voice, young, asks for the tide at the town quay. You can hear that he has a book open in front of him and
knows it perfectly well. We read it to him slowly. He says thank you twice.

> You are not answering the question. You are answering the night.

04:20. The bakery van stops under the window with its engine on. It is not on the radio, but it belongs in the list.

04:58. _Two Brothers_ over the bar, inward, with mackerel. The light is coming. We hand over the watch, the kettle and
the pencil, in that order.`,
    },
    {
      key: "crane-two",
      title: "Crane Two is for sale to anyone who promises to leave it where it is",
      tags: ["Harbour"],
      lead: `The smaller of our two cranes costs more to insure than it lifts in a year. The trust has an odd
proposal, and three offers already.`,
      text: `
Crane Two was made in 1958 to lift boats of up to five tons, and it has never once complained. What it cannot do is fill
in a form. The insurer wants a load cell, a second brake and an engineer's letter each spring, and together they come to
more than the crane earns.

The trust does not want it scrapped, because the swifts use it and so do the postcards. So it is for sale: one pound, to
any person or society that takes over the paint. The terms fit on the back of a tide table.

1. It stays on its rails.
2. It is painted every fourth year, in any colour that was once a boat's.
3. It lifts nothing heavier than a piano.
4. The swifts have first refusal.

Three offers came in the first week. One is from the school, who want to hang a bell on it. One is from the choir, who
want to hang nothing on it but would like to stand under it in the rain. The third is from a retired crane driver in the
hills who has never seen the sea and did not give a reason.

The meeting is on Thursday. Bring a chair.`,
    },
    {
      key: "eel-ladder",
      title: "Seventeen stairs for eels",
      tags: ["River", "Neighbours"],
      lead: `It is made of gutter, doormat and patience, and it cost less than a pair of boots. In its first month the
ladder at the mill weir carried more young eels than we had counted in ten years.`,
      text: `
A young eel that reaches our weir has swum for two years and weighs about as much as a stamp. It can climb anything wet
and rough. It cannot climb a smooth concrete lip forty centimetres high, which is what the last repair gave it.

The ladder is two lengths of roof gutter lined with coconut matting, with a trickle of water let down it by a garden
hose. Every half metre there is a little pool to rest in. That makes seventeen stairs. Pupils from the school built it
in an afternoon and have been counting ever since, by torch, in pairs, with biscuits.

~~~
week   counted   best night   water at weir
  1        212          61          12.4 °C
  2        540         170          13.0 °C
  3      1 106         388          14.1 °C
  4        873         240          13.8 °C
~~~

The best night was warm and had no moon. They came up the mat side by side, says the log, "like handwriting". Nobody
went home until one.

We are told that the grown ones may come back down in fifteen years, on their way to the far side of the ocean. The hose
is on a hook. The matting is from the church hall. If your doormat goes missing this winter, you know where it went, and
what it is doing.`,
    },
  ],
  notes: [
    {
      title: "The bar buoy has moved, and so should you",
      text: `After the gale the bar buoy lies about forty metres south of where the chart has it. It is lit and sound.
Until the tender can lift it, keep it to port, and then keep it a little further to port than that.`,
    },
    {
      title: "A lost oar, a found oar",
      text: `One oar, ash, copper tip, picked up off the town steps on Sunday. One oar, ash, copper tip, reported
missing on Saturday. We have introduced their owners to each other and they are both, it turns out, missing the other
one.`,
    },
    {
      title: "Why the fog bell rang on a clear night",
      text: `It was the heron. It has discovered that landing on the arm makes the bell ring and that ringing makes
the small fish jump. The harbour master is not sure there is a by-law.`,
    },
    {
      title: "New prices for the visitor pontoon",
      text: `Eleven pounds a night under eight metres, fifteen over. Showers are included and so is the view. If you
arrive after the office shuts, put it through the slot; if you have only a card, tell us in the morning and we will
believe you.`,
    },
    {
      title: "The net loft has a piano again",
      text: `It came by water, on the deck of a crabber, in a flat calm chosen for the purpose. It is a quarter-tone
low and so is most of the choir. Practice is on Wednesdays at seven.`,
    },
    {
      title: "Seven seals on the north bank",
      text: `Four grown, three young. Please give them a hundred metres and please do not sing to them. We understand
the temptation. They were asleep until somebody started on the second verse.`,
    },
    {
      title: "A word about wake",
      text: `Four knots past the moorings is not a suggestion from the age of steam. Last week's wash put a pan of
soup into a ship's dog. The dog is well. The soup was leek.`,
    },
    {
      title: "The lifeboat's collecting tin has been weighed",
      text: `Twelve kilograms and four hundred grams, nearly all of it copper. The shop has asked us to say that they
will change it into notes gladly but would rather we did not pour.`,
    },
    {
      title: "Marigold has a new engine and an old smell",
      text: `The electric motor went in on Monday and she left the quay on Tuesday without a sound. Her skipper says
it is like being pushed by a good idea. The smell, we are told, was never the engine.`,
    },
    {
      title: "Tide tables are in, green cover this year",
      text: `They are free to anyone with a boat, a dog or a habit of walking on the flats. Last year's blue ones are
no longer true and should be used for lighting stoves.`,
    },
    {
      title: "Thank you to whoever mended the bench",
      text: `The one by the ice house with the view of the bar. Two new slats, oiled, screws countersunk, no name
left. We know of four people who could have done it and all four say it was one of the others.`,
    },
    {
      title: "What the school saw through the microscope",
      text: `One drop of harbour water, taken under Crane Two: three kinds of diatom, something with a wheel on its
head, and a grain of red paint from a boat broken up in 1971. The pupils have asked to keep the paint.`,
    },
  ],
  stream: {
    title: "Harbour log, {day}: {b} ({a})",
    a: [
      ["town quay", "Log of the town quay, {time}."],
      ["fish hall", "Entered at the fish hall at {time}."],
      ["north bank", "Seen from the north bank a little before {time}."],
      ["the bar", "Reported from the bar at {time}."],
      ["visitor pontoon", "From the visitor pontoon, {time}."],
      ["Cutter's Reach", "Cutter's Reach, {time}, wind {3-19} knots."],
      ["slipway", "At the foot of the slip at {time}."],
      ["ice house", "Written in the ice house book at {time}."],
      ["Crane Two", "Under Crane Two, {time}."],
      ["fuel berth", "Fuel berth, {time}, nobody waiting."],
      ["mill weir", "Walked up to the weir and back; this is from {time}."],
    ],
    b: [
      [
        "Marigold in with line-caught fish",
        "Marigold landed {6-22} boxes and had the deck hosed before the kettle boiled.",
      ],
      [
        "a visiting ketch asks for water",
        "A ketch we had not met before took {120-400} litres and left a jar of honey for them.",
      ],
      [
        "slack water early",
        "Slack came {4-15} minutes before the table said it would, which the river has done all week.",
      ],
      [
        "mooring line renewed",
        "One line had chafed to its last two strands; it has been replaced and the old one kept to show people.",
      ],
      ["Two Brothers out over the bar", "Two Brothers reported out, was wished a safe trip, and took {2-4} crew."],
      ["crab pots mended", "{8-30} pots mended on the quay by three people and one very slow radio."],
      ["barometer steady", "The glass stands at {998-1027} and has not moved since the last entry."],
      [
        "a tow, kindly given",
        "A dinghy with a flat battery was brought in by the survey boat, no charge, one wave of the hand.",
      ],
      ["seal at the steps", "The old seal lay at the steps for {10-50} minutes and was asked for no berth fee."],
      ["timber delivered", "{3-9} lengths of larch came for the slip and are stacked where nobody will trip on them."],
      ["swell at the entrance", "Swell of {0.3-1.4} metres at the entrance, long and easy."],
      [
        "lamp changed on the end light",
        "The end light has a new lamp; it shows white for the same two seconds as it always has.",
      ],
      [
        "choir heard across the water",
        "The choir was practising with the loft doors open and two boats stopped their engines to listen.",
      ],
    ],
    c: [
      "Nothing else to report, which is how we like it.",
      "Depth on the sill {2.4-4.8} metres.",
      "The pencil has been sharpened for the next watch.",
      "Visibility good as far as the church.",
      "If you know more than we do, the office window is open.",
      "The kettle is on.",
      "The next high water is in the green book.",
    ],
  },
}
