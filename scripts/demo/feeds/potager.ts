import type { DemoFeed } from "../DemoFeed.ts"

export const potager: DemoFeed = {
  slug: "potager-d-en-bas",
  title: "Le Potager d’en bas",
  tagline: "Un jardin partagé au pied de quatre tours : ce qui y pousse, et qui l’arrose.",
  about: `Soixante parcelles, quatre tours, un seul robinet. Le jardin existe parce qu’un parking était trop grand. Ce
carnet est tenu à tour de rôle, au crayon, puis recopié ici par qui a du réseau.`,
  language: "fr",
  timeZone: "Europe/Brussels",
  kind: "article",
  format: "rss",
  carries: "whole",
  foundBy: "well-known",
  author: "Les parcelles",
  categories: ["Jardin", "Quartier", "Graines", "Cuisine"],
  look: { scene: "beds", also: ["roofs"], emblem: "tomato", ink: "lemonSky", fileType: "jpeg" },
  pace: "slow",
  articles: [
    {
      key: "robinet",
      title: "Un robinet pour soixante : histoire d’un horaire",
      tags: ["Quartier"],
      lead: `On a eu la dispute, la liste, la contre-liste, puis le chef d’orchestre. Aujourd’hui l’eau coule sept
heures par jour et personne ne crie.`,
      text: `
La première année, arrosait qui se levait tôt. C’est-à-dire Monsieur Kowalski, à cinq heures, pendant une
heure et demie. À huit heures, la citerne était vide et la discussion commençait.

On a fait une liste, collée sur la porte. Quelqu’un a collé une autre liste par-dessus. Au bout d’une semaine il y en
avait cinq épaisseurs, et la porte ne fermait plus.

C’est Awa, quatorze ans, qui a trouvé. Elle a demandé à chacun non pas quand il voulait arroser, mais quand il _ne
pouvait pas_. Les infirmières ne peuvent pas le matin, les boulangers le soir, les écoliers à midi. Il restait pour
chacun des heures, et pour chaque heure quelqu’un.

| Heure | Parcelles | Qui ferme |
| 6 h | 1 à 12 | M. Kowalski |
| 12 h 30 | 13 à 30 | la cantine |
| 17 h | 31 à 44 | les grands |
| 20 h | 45 à 60 | qui reste à bavarder |

> Demandez aux gens ce qu’ils ne peuvent pas. Ils sont plus honnêtes.

Monsieur Kowalski a gardé cinq heures et quart, pour lui seul, un arrosoir, ses dahlias. Cela ne figure sur aucune
liste.`,
    },
    {
      key: "tomate-sans-nom",
      title: "La tomate sans nom de Madame Haddad",
      tags: ["Graines"],
      lead: `Elle est arrivée dans un mouchoir, il y a quarante ans. Elle ressemble à un cœur un peu bousculé. Aucun
catalogue ne la connaît.`,
      text: `
Madame Haddad n’a jamais acheté de graines. Chaque été elle laisse sur le plant les deux plus beaux
fruits, ceux dont tout le monde a envie, et elle regarde les gens ne pas y toucher. En septembre elle les ouvre, étale
les graines sur un journal et écrit l’année dans la marge.

Nous avons envoyé des photos à trois spécialistes. Le premier a dit : une telle. Le deuxième : certainement pas une
telle. Le troisième est venu. Il a goûté, debout, sans parler, puis il a demandé s’il pouvait s’asseoir.

- Poids : de 200 à 480 grammes
- Couleur : rouge, avec des épaules jaunes
- Pépins : presque pas
- Résiste au mildiou : non, dit-elle, mais elle le supporte

Il a proposé de l’inscrire au registre. Il fallait un nom. Nous en avons cherché un tout un dimanche, il y en avait de
jolis. Madame Haddad a écouté, puis elle a dit que sa mère l’appelait « la tomate ».

![Les rangs du milieu au mois d’août, vus de l’escalier de la tour B.]

Elle est donc toujours sans nom, et soixante parcelles en ont chacune un pied.`,
    },
    {
      key: "sol",
      title: "Sous le parking, la terre : trois ans pour faire un sol",
      tags: ["Jardin"],
      lead: `On a cassé le bitume, et dessous il n’y avait rien. Du gravier, du verre, une fourchette. Voici comment
on fait de la terre quand on n’en a pas.`,
      text: `
Première année : des caisses. On a posé cent vingt caisses à pommes sur le gravier, avec du compost de la
ville dedans. Ça pousse, mais ça sèche en une matinée. On apprend à arroser, on n’apprend pas à jardiner.

Deuxième année : les feuilles. Le service des parcs en brûle des camions. On les a demandées. On en a mis quarante
centimètres partout où il n’y avait pas de caisse, plus le carton des commerçants, plus le marc du café du coin.

Troisième année : les vers. Ils sont venus seuls. Personne ne sait d’où. On a soulevé une planche en mars et c’était
plein.

1. Ne jamais laisser nu.
2. Ne jamais retourner.
3. Ne jamais marcher dessus, sauf les moineaux.

> Un sol, c’est ce qui arrive quand on laisse traîner les bonnes choses assez longtemps.

Aujourd’hui on enfonce la main jusqu’au poignet. À dix-huit centimètres, on touche encore le gravier. Rendez-vous dans
dix ans, au coude.`,
    },
    {
      key: "ascenseur",
      title: "Le marché de l’ascenseur",
      tags: ["Quartier", "Cuisine"],
      lead: `Le vendredi à dix-huit heures, l’ascenseur de la tour C s’arrête à tous les étages, exprès. Dedans, une
table, deux cageots et Monsieur Lê.`,
      text: `
Le problème était simple. Au rez-de-chaussée, trop de courgettes. Au onzième, des gens qui ne descendent
plus guère. Entre les deux, un ascenseur.

Monsieur Lê a été liftier, dans une autre vie et une autre ville. Il a remis sa casquette. Il monte étage par étage,
la porte s’ouvre, il annonce : « Blettes, haricots, menthe. » On prend, on donne ce que l’on veut, souvent autre chose
: un bocal, une ampoule, des nouvelles.

Le voyage dure cinquante minutes. Au début, cela agaçait ceux qui rentraient du travail. Maintenant ils prennent
l’escalier le vendredi, et plusieurs disent qu’ils le prennent aussi le reste de la semaine.

> « Je n’ai pas de jardin, dit la dame du neuvième. J’ai un ascenseur qui sent le basilic. »

- Meilleur échange : une caisse de prunes contre une heure d’algèbre
- Pire échange : encore des courgettes
- Arrêts d’urgence : un, à cause d’un chat

En redescendant, Monsieur Lê appuie sur zéro et ferme les yeux. Il compte les étages à l’odeur. Il ne s’est jamais
trompé.`,
    },
    {
      key: "nuit-limaces",
      title: "Chasse nocturne, avec lampes et circonstances atténuantes",
      tags: ["Jardin"],
      lead: `Vingt-trois heures, vingt personnes, quarante seaux. On était venus pour les limaces. On est repartis
avec un hérisson et deux réconciliations.`,
      text: `
Il avait plu trois jours. Au matin du quatrième, la parcelle 17 n’avait plus de salades, la 18 plus de
haricots, et l’on commençait à regarder de travers la 19, qui avait encore tout. Il a été décidé d’agir ensemble, la
nuit, à l’heure du crime.

On avance accroupi, lampe frontale, deux doigts. On ne tue pas, c’était voté, à une voix près. On met dans le seau, on
porte de l’autre côté du talus, là où il n’y a que des orties. Oui, elles reviennent. En onze jours, a mesuré la
classe de sixième, avec du vernis à ongles.

- Limaces : 1 312
- Dont vernies : 47, donc déjà connues
- Escargots : ne comptent pas, ils ont une maison
- Hérissons : 1

Entre deux rangs, dans le noir, on parle sans se voir. C’est commode. La 17 et la 19 ne s’étaient pas dit un mot
depuis la clôture. On les a entendues rire, du côté des choux.

Le hérisson a été nommé responsable. Il habite sous la cabane, et il ne rend de comptes à personne.`,
    },
  ],
  notes: [
    {
      title: "Courgettes : l’état d’urgence est levé",
      text: `La dernière a été vue mardi, elle pesait quatre kilos et servait de cale-porte. Merci à tous pour votre
courage.`,
    },
    {
      title: "La cabane a une bibliothèque",
      text: `Onze livres, une étagère, un bocal contre les souris. Deux parlent de jardinage. Les autres sont pour
quand il pleut.`,
    },
    {
      title: "Perdu : un sécateur à manches rouges",
      text: `Il coupe mal mais c’est un souvenir. On l’a vu pour la dernière fois dans le lilas. Peut-être y est-il
encore.`,
    },
    {
      title: "La menthe a pris l’allée",
      text: `Elle était dans un pot. Le pot avait un trou. Dès samedi, chacun arrache un mètre et fait du thé.`,
    },
    {
      title: "Le premier artichaut de la tour A",
      text: `Né sur un balcon du sixième, en bac, face au nord. La presse internationale n’était pas là, mais tout
l’escalier, oui.`,
    },
    {
      title: "Troc de graines, le bilan",
      text: `Deux cent quatre sachets, dont trente sans étiquette. Ce sont les plus demandés.`,
    },
    {
      title: "Un composteur se visite",
      text: `Soulever le couvercle, attendre, respirer. Ça doit sentir la forêt. Si ça sent autre chose, c’est qu’il
manque du carton, ou que Bruno a encore mis des oranges.`,
    },
    {
      title: "Les ruches du toit de la D",
      text: `Onze kilos, un miel brun, très tilleul. L’apiculteur est le facteur ; les abeilles aussi font leur tournée.`,
    },
    {
      title: "Grand-mère, explique-moi le paillage",
      text: `« C’est comme toi, quand tu dors. On te couvre, et le matin tu as grandi. » Le reste de l’exposé portait
sur la paille.`,
    },
    {
      title: "Une pastèque, une seule",
      text: `Grosse comme un poing, en novembre, sous un vieux hublot de machine à laver. Partagée en vingt-deux.`,
    },
    {
      title: "On cherche un épouvantail",
      text: `L’ancien est devenu ami avec les corneilles. Apporter vieux manteau, chapeau, et un air sévère.`,
    },
    {
      title: "Merci à la pluie",
      text: `Dix-huit millimètres en une nuit, citerne pleine, horaire suspendu. On s’est retrouvés au robinet quand
même, par habitude.`,
    },
  ],
  stream: {
    title: "Carnet du {day}, {a} : {b}",
    a: [
      ["parcelle 17", "Parcelle 17, {time}, genoux dans la paille."],
      ["près du robinet", "Près du robinet, {time}, citerne à {20-95} pour cent."],
      ["serre aux hublots", "Dans la serre aux hublots, {time}, {12-27} degrés."],
      ["escalier de la tour B", "De l’escalier de la tour B, {time}, on voit tout."],
      ["compost", "Au compost, {time}, {41-63} degrés à cœur."],
      ["allée des dahlias", "Allée des dahlias, {time}, M. Kowalski est passé."],
      ["cabane", "Dans la cabane, {time}, carnet ouvert."],
    ],
    b: [
      [
        "on a semé quand même",
        "Semé une ligne, {12-60} graines, malgré l’avis de la voisine, qui sème toujours après.",
      ],
      ["récolte à partager", "{2-9} kilos de plus que prévu, sur le banc, servez-vous."],
      ["le hérisson est en service", "Le hérisson a fait sa ronde, {2-6} témoins."],
      ["paillé avant le froid", "Paillé {4-15} mètres, avec les feuilles de l’avenue."],
      ["un visiteur du onzième", "Un visiteur du onzième, première descente depuis {2-8} mois, il a choisi la menthe."],
      ["bouture qui reprend", "La bouture a fait {1-4} feuilles, on ne respire plus trop près."],
      ["un moineau dans l’arrosoir", "Un moineau prenait son bain, on a attendu {3-12} minutes pour arroser."],
      ["fil tendu, haricots prévenus", "Tendu {6-20} mètres de ficelle ; les haricots savent où aller."],
      ["échange de plants", "Échangé {2-7} plants contre une recette et la promesse de la rapporter."],
    ],
    c: [
      "Robinet fermé, c’est vérifié.",
      "À vous le crayon.",
      "On manque de cageots.",
      "Prochain arrosage à l’horaire.",
      "Signé : qui passait par là.",
    ],
  },
}
