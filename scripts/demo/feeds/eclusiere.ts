import type { DemoFeed } from "../DemoFeed.ts"

export const eclusiere: DemoFeed = {
  slug: "l-eclusiere",
  title: "L’Éclusière",
  tagline: "La lettre d’une maison d’écluse : ce qui monte, ce qui descend, et ceux qui attendent entre les deux.",
  about: `La maison porte le numéro 14, le jardin donne sur le bief, et la porte d’amont grince depuis toujours. De
là, on voit passer des péniches, des loutres et des gens qui ont le temps. Cette lettre leur ressemble.`,
  language: "fr",
  timeZone: "Europe/Paris",
  kind: "newsletter",
  format: "rss",
  carries: "whole",
  foundBy: "link",
  author: "La maison 14",
  categories: ["Canal", "Péniches", "Écluse", "Jardin", "Rencontres"],
  look: { scene: "canal", also: ["beds"], emblem: "lock", ink: "canalGreen", fileType: "jpeg" },
  pace: "quick",
  articles: [
    {
      key: "douze-minutes",
      title: "Douze minutes : petit traité de l’attente dans un sas",
      tags: ["Écluse", "Rencontres"],
      lead: `Pour monter de deux mètres quatre-vingts, un bateau a besoin de douze minutes. Pendant ce temps, personne
ne peut aller nulle part, et c’est là que les gens commencent à parler.`,
      text: `
On entre, on passe l’amarre autour de la bitte, on coupe le moteur. Les portes se referment derrière.
Devant, une autre paire de portes, et derrière elles un étage d’eau. Puis l’éclusière ouvre la vantelle, l’eau
bouillonne, et l’on se met à monter, si lentement que c’est le quai qui semble descendre.

J’ai chronométré, un été, à quel moment chacun ouvrait la bouche.

| Minute | Ce que l’on dit |
| 1 à 3 | « Belle journée. » |
| 4 à 6 | « Vous êtes seule, ici, l’hiver ? » |
| 7 à 9 | le vrai sujet |
| 10 à 12 | « Enfin. Il faudra bien s’y faire. » |

Le vrai sujet, c’est un fils qui n’écrit plus, un moteur qu’on ne remplacera pas, une maison vendue trop vite. Je n’ai
rien demandé. Je tiens la corde.

> Une écluse, c’est une pièce sans toit où l’on enferme des inconnus avec de l’eau.

À la douzième minute, les niveaux sont égaux et les portes, qu’aucune force n’aurait pu bouger, s’ouvrent sous la
main. On se remercie, on démarre. Certains reviennent l’année suivante et reprennent la phrase là où la porte l’avait
coupée.`,
    },
    {
      key: "porte-amont",
      title: "On a changé la porte d’amont, et tout le village est venu la voir partir",
      tags: ["Écluse", "Canal"],
      lead: `Quatre tonnes de chêne, soixante et onze ans de service. Elle est sortie de l’eau à neuf heures, noire
comme un piano, et les anciens ont ôté leur casquette.`,
      text: `
Le canal était vide depuis trois jours. C’est toujours un choc : on croyait vivre au bord d’une rivière
tranquille et l’on découvre un fossé, avec au fond deux vélos, une poêle, un coffre-fort ouvert et des moules d’eau
douce grosses comme la main. Les enfants ont ramassé les moules dans des baignoires.

La grue a soulevé la porte par ses deux oreilles. Le bois qui avait passé sa vie sous l’eau était sain ; celui qui
avait vu le soleil s’effritait. Le charpentier a posé la paume dessus et n’a rien dit pendant un bon moment.

- Bois de la nouvelle : chêne, abattu à dix-huit kilomètres d’ici
- Poids : 4,1 tonnes, un peu plus quand elle aura bu
- Clous : aucun, des chevilles
- Grincement : garanti dans deux ans, nous dit-on

![Le bief vide, un matin de mars, la grue sur la rive droite.]

L’ancienne porte ne finira pas au feu. On en fait quatre tables, une par village du bief. Sur la nôtre, on voit encore
la ligne d’eau : trente centimètres de bois clair, puis le noir. Il a été décidé, à main levée, de ne pas poncer.`,
    },
    {
      key: "peniche-ecole",
      title: "La péniche qui fait l’école aux enfants des autres péniches",
      tags: ["Péniches", "Rencontres"],
      lead: `Elle s’appelle Alphabet, elle mesure trente-huit mètres et la cale est peinte en jaune. La classe a lieu
là où se trouve l’élève.`,
      text: `
Il reste onze familles qui vivent et travaillent sur l’eau entre ici et la mer. Onze familles, dix-neuf
enfants, et aucun qui dorme deux semaines de suite au même endroit. Alors la maîtresse navigue.

Le lundi, elle attend à l’aval de notre écluse, avec les deux filles du sablier. Le mardi, elle monte rejoindre les
céréaliers. On apprend les fractions avec le tirant d’eau, la géographie par la fenêtre, et la patience, dit-elle,
chez vous.

> « À terre, les enfants apprennent que deux trains se croisent. Chez nous, ils apprennent que l’un des deux doit
> reculer. »

Pendant l’éclusée, elle fait toujours la même chose : elle sort les élèves sur le pont et leur demande d’écrire une
phrase avant que la porte s’ouvre. Une seule. J’en ai trouvé une sur le quai, au crayon, le papier encore mouillé.

« L’eau ne monte pas, c’est nous qui arrivons. »

Je l’ai mise dans la cuisine. Je ne sais pas de qui elle est. Dix-neuf possibilités, et je n’ai pas l’intention de
chercher.`,
    },
    {
      key: "loutre",
      title: "La loutre connaît les horaires",
      tags: ["Canal", "Jardin"],
      lead: `Disparue depuis quarante ans, elle est revenue par le trop-plein. Elle passe à six heures et quart et à
vingt-deux heures dix, et elle ne paie pas.`,
      text: `
D’abord il y a eu les écailles sur la troisième marche. Puis une trace dans la neige, comme si quelqu’un
avait traîné une serviette. Puis, un soir de novembre, deux yeux à hauteur d’eau qui regardaient la maison avec l’air
de la trouver mal placée.

Une loutre a besoin d’un fleuve entier ou d’un canal sans obstacles. Or une écluse, pour elle, est un mur. Elle a
trouvé le trop-plein, un tuyau de soixante centimètres que les plans indiquent en pointillé. Nous y avons posé une
planche, à sec, pour qu’elle n’ait pas à nager contre le courant.

1. Elle arrive toujours de l’aval.
2. Elle s’arrête sous la fenêtre, le temps de respirer trois fois.
3. Elle prend la planche, comme si elle l’avait commandée.

Le service de l’environnement nous a prêté un appareil photo. Il a pris mille deux cents images : une cane, la pluie,
le facteur, ma voisine en peignoir, la pluie. Pas une loutre. Nous pensons qu’elle sait.

Nous n’en parlons pas trop fort. Cette lettre exceptée.`,
    },
    {
      key: "recette-bief",
      title: "Soupe du bief, comme on la fait quand il y a trois bateaux à quai",
      tags: ["Jardin", "Rencontres"],
      lead: `Un bateau, c’est une assiette de plus. Deux, on allonge. À partir de trois, on sort la marmite de
l’éclusier Morel, qui tient vingt litres et n’a jamais été pleine d’autre chose.`,
      text: `
Chacun apporte ce qu’il a. C’est la règle, et elle donne chaque fois une soupe différente qui a chaque
fois le même goût. Cela vient sans doute de la marmite.

**Pour quinze personnes, ou douze mariniers**

- 3 kg de pommes de terre du jardin
- 2 kg de poireaux, le vert compris
- 1 céleri-rave que personne ne voulait éplucher
- Une poignée d’oseille du talus, le bon
- Le reste du lard, s’il en reste
- De la crème, si la péniche laitière est passée

On fait fondre les poireaux dans le lard, on ajoute le reste, on couvre d’eau, on laisse une heure. L’oseille à la
fin, hors du feu, pour qu’elle garde son vert. On ne mixe pas. Une soupe doit se laisser compter.

> « Chez nous, il n’y a pas de bout de table. Il y a un amont et un aval. »

On mange dehors jusqu’à ce qu’on ne voie plus sa cuillère. Ensuite quelqu’un allume la lampe du sas, qui est faite
pour les bateaux, mais ce soir-là ils sont tous arrivés.`,
    },
  ],
  notes: [
    {
      title: "Chômage du bief : du 3 au 14, pas un jour de plus",
      text: `C’est promis par écrit. On gratte, on graisse, on bouche. Les canards ont été prévenus, ils feront comme
d’habitude, c’est-à-dire comme ils veulent.`,
    },
    {
      title: "Trouvé sur le quai",
      text: `Une alliance, gravée « C. et J., toujours ». Elle était dans la rainure de la porte, côté sec. Elle
attend dans la boîte à thé, et la réponse à la question « quel mois ? » est exigée.`,
    },
    {
      title: "La Belle-Hélène repasse après neuf ans",
      text: `Même couleur, autre chien. Le marinier a retrouvé tout de suite la bosse qu’il avait faite au mur et lui
a dit bonjour.`,
    },
    {
      title: "Le jardin donne trop",
      text: `Courgettes, sur le banc, à prendre. N’en laissez pas d’autres à la place, nous avons compris le manège.`,
    },
    {
      title: "Un mot sur les hélices et les nénuphars",
      text: `Au ralenti, au milieu, et l’on ne touche à rien. Les nénuphars étaient là avant le règlement, et le
règlement date de 1834.`,
    },
    {
      title: "Hauteur libre sous le pont du moulin",
      text: `Trois mètres quarante-deux, mesurés hier par un accordéoniste debout. L’accordéon va bien.`,
    },
    {
      title: "La poste passe par l’eau",
      text: `Route coupée pour huit jours. Le facteur vient en barque avec son cousin qui rame. Les lettres sentent un
peu la vase, et l’on répond plus volontiers.`,
    },
    {
      title: "Merci pour la peinture",
      text: `Quelqu’un a repeint le numéro 14, cette nuit, bien droit, avec une ombre portée. Si c’est un cadeau, il
est beau. Si c’est une facture, elle est à mettre dans la boîte.`,
    },
    {
      title: "Cours de nœuds, samedi dix heures",
      text: `Le nœud de chaise, le tour mort, et celui qui tient le temps qu’il faut. Apportez une corde et une
personne à qui le montrer.`,
    },
    {
      title: "Deux cygnes, une décision",
      text: `Ils nichent contre la vantelle gauche. Jusqu’à nouvel ordre, nous ouvrirons donc la droite, et les
éclusées dureront quatre minutes de plus.`,
    },
    {
      title: "Le registre de 1911",
      text: `Retrouvé derrière l’armoire. Le 4 mai de cette année-là : onze bateaux, du charbon, du vin, un éléphant.
Rien d’autre n’est précisé. L’encre ne tremble pas.`,
    },
    {
      title: "Les lampions sont prêts",
      text: `Quatre-vingts, en papier, cousus par l’école de la péniche. Premier soir sans vent, on les met à l’eau.
Surveillez la girouette, pas le calendrier.`,
    },
  ],
  stream: {
    title: "{day}, {a} : {b}",
    a: [
      ["bief d’amont", "Bief d’amont, {time}, l’eau à sa marque."],
      ["bief d’aval", "Bief d’aval, {time}, un peu de vent de travers."],
      ["sas", "Dans le sas, {time}."],
      ["pont du moulin", "Au pont du moulin, {time}."],
      ["maison 14", "De la fenêtre de la maison 14, {time}."],
      ["quai des attentes", "Quai des attentes, {time}, {1-4} bateaux à couple."],
      ["trop-plein", "Près du trop-plein, {time}."],
      ["chemin de halage", "Chemin de halage, {time}, à pied."],
      ["jardin", "Du jardin, {time}, les mains dans la terre."],
      ["vantelle droite", "Vantelle droite, {time}, graissée ce matin."],
      ["registre", "Porté au registre à {time}."],
    ],
    b: [
      ["une péniche montante", "Une péniche chargée, {120-280} tonnes, montée en {11-15} minutes sans toucher le mur."],
      ["deux plaisanciers polis", "Deux plaisanciers se sont disputé la politesse de passer en second."],
      ["la porte grince en fa", "La porte a grincé, et la voisine, qui s’y connaît, dit que c’est un fa."],
      [
        "des enfants sur la passerelle",
        "{3-12} enfants sur la passerelle ; tous ont voulu tourner la manivelle, tous l’ont tournée.",
      ],
      ["niveau rectifié", "On a rendu {2-9} centimètres au bief, qui les avait prêtés hier."],
      ["le héron immobile", "Le héron n’a pas bougé depuis {20-90} minutes, nous non plus."],
      ["un colis pour l’aval", "Un colis confié de la main à la main, il arrivera avant la poste."],
      ["brume à ras d’eau", "Brume à ras d’eau ; les mâts avancent tout seuls."],
      ["amarre offerte", "Une amarre neuve, {8-16} mètres, échangée contre un pot de miel."],
      ["une éclusée pour un canoë", "Un seul canoë, toute une éclusée : il y a droit comme les autres."],
      ["le sablier descend à vide", "Le sablier descend à vide, il remontera demain avant midi."],
      ["traces sur la planche", "Des traces fraîches sur la planche, cinq doigts, on n’en dira pas plus."],
      ["courant sensible", "Courant de {0.2-1.3} kilomètre à l’heure, sensible à la sortie du sas."],
    ],
    c: [
      "Rien d’autre à signaler.",
      "On attend, c’est notre métier.",
      "Le café est sur le rebord.",
      "Prochain bateau quand il viendra.",
      "Passez lentement.",
      "La lampe du sas est allumée.",
      "Bonne route à ceux qui ont démarré.",
    ],
  },
}
