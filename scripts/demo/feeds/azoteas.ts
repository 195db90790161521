import type { DemoFeed } from "../DemoFeed.ts"

export const azoteas: DemoFeed = {
  slug: "cuaderno-de-azoteas",
  title: "Cuaderno de azoteas",
  tagline:
    "La ciudad vista desde arriba: tejados, vecinos, vencejos y las cosas que solo se cuentan tendiendo la ropa.",
  about: `Empezó como una lista de llaves: quién tiene la de qué azotea. Ahora somos cuarenta y tantos y subimos por
turnos, con lápiz y prismáticos. Apuntamos lo que se ve, lo que se oye y lo que nos prestan.`,
  language: "es",
  timeZone: "Europe/Madrid",
  kind: "article",
  format: "atom",
  carries: "whole",
  foundBy: "link",
  author: "Las llaves de arriba",
  categories: ["Ciudad", "Azoteas", "Vecinos", "Vencejos", "Agua"],
  look: { scene: "azoteas", also: ["night"], emblem: "tank", ink: "terracotta", fileType: "jpeg" },
  pace: "quick",
  articles: [
    {
      key: "llaves",
      title: "Cuarenta y tres llaves y un solo llavero",
      tags: ["Vecinos", "Azoteas"],
      lead: `En este barrio hay ciento doce azoteas y casi todas están cerradas. Así fuimos consiguiendo las llaves,
una por una, a base de flanes.`,
      text: `
La primera fue la de doña Remedios, que la llevaba al cuello desde 1979 por si se quemaba algo. Le
preguntamos si podíamos subir a ver los vencejos. Dijo que no. Le preguntamos si quería subir ella. Nos miró, se quitó
el delantal y tardamos doce minutos en llegar, porque en cada descansillo había que contar quién había vivido allí.

Arriba se quedó callada. Hacía veinte años que no subía. Señaló con el dedo, una por una, todas las casas donde había
cosido.

Desde entonces el método no ha cambiado: no se pide la llave, se invita a su dueño. A la mayoría les sorprende que su
casa tenga techo.

| Cómo se consiguió | Llaves |
| Invitando a subir | 21 |
| Arreglando una gotera | 9 |
| A cambio de un flan | 8 |
| Estaba puesta | 4 |
| Heredada en un testamento | 1 |

> Abajo somos vecinos de portal. Arriba somos vecinos de cielo, y hay mucha menos gente.

El llavero pesa un kilo trescientos y duerme en la panadería. Se apunta uno en la libreta, sube, mira, barre un poco y
lo devuelve. En cuatro años se ha perdido una sola llave. La encontró un gato, o eso dice su dueña, que es la del
flan.`,
    },
    {
      key: "vencejos",
      title: "El vencejo no se posa nunca, salvo en el número 18",
      tags: ["Vencejos"],
      lead: `Comen volando, beben volando, duermen volando. Pero para criar necesitan un agujero de cinco centímetros,
y la reforma del 18 los iba a tapar todos.`,
      text: `
Los contamos en mayo, a las nueve de la noche, tumbados boca arriba en seis azoteas con seis cronómetros.
Salían y entraban por debajo de la cornisa del 18 como quien dobla una esquina con prisa. Treinta y una parejas.

El andamio llegaba en junio. Fuimos a hablar con el aparejador convencidos de que tocaba pelea. Sacó un plano,
escuchó, se quedó mirando la cornisa un rato largo y dijo: «¿Cinco centímetros? Eso es un ladrillo mal puesto. Yo sé
poner ladrillos mal puestos».

1. La obra se retrasó ocho semanas, hasta que volaron los últimos pollos.
2. En la cornisa nueva quedaron cuarenta huecos.
3. Cada hueco da a una caja, y cada caja lleva por dentro un poco de la argamasa vieja, para que huela.

Un vencejo que sale del nido puede tardar dos años en volver a tocar algo sólido. Lo primero que toca es el mismo
sitio del que salió. Nos preguntábamos si lo reconocería.

> Al mayo siguiente contamos treinta y cuatro parejas. El aparejador trajo su propia silla.

La caja número doce tiene una cámara. La proyectamos en una sábana los jueves, si no hay viento. No pasa casi nada y
viene muchísima gente.`,
    },
    {
      key: "depositos",
      title: "Los depósitos de agua que ya nadie usa y lo que llevan dentro",
      tags: ["Agua", "Azoteas"],
      lead: `Hay sesenta y siete en el barrio, de cuando la presión no llegaba al cuarto piso. Abrimos diez. Solo uno
tenía agua.`,
      text: `
Son de fibrocemento, de chapa o de ladrillo, y desde la calle no se ven. Cuando pusieron las bombas se
quedaron ahí, porque bajarlos costaba más que olvidarlos. Pedimos permiso para abrir diez, con guantes y un técnico
que sabía cuáles no había que tocar.

Lo que encontramos, por orden:

- Uno, vacío y limpio como una iglesia
- Dos, llenos de nidos de paloma, ocupados
- Uno, con una bicicleta; nadie entiende cómo
- Tres, con tiestos, tierra y un limonero que salía por la tapa
- Uno, con doscientas cintas de casete
- Uno, con un colchón, una vela y muchas novelas
- Uno, con agua, clarísima, de quién sabe qué lluvia

![El bloque de la esquina al caer la tarde, con los depósitos a contraluz.]

La cuenta que hicimos luego es sencilla. Una azotea de cien metros recoge sesenta mil litros al año, y los tiestos de
toda la escalera beben nueve mil. De modo que estamos volviendo a llenarlos, ahora desde arriba y no desde abajo.

El limonero se queda. El colchón no era de nadie, pero las novelas sí: tenían nombre. La dueña tiene ochenta y un años
y nos pidió, bajito, que no se lo dijéramos a su hermana.`,
    },
    {
      key: "cine-sabana",
      title: "Instrucciones para un cine de una sola sábana",
      tags: ["Vecinos"],
      lead: `Una cuerda, ocho pinzas y una película sin diálogos, para que no proteste el tercero. Llevamos seis
veranos y este es el manual.`,
      text: `
**La sábana.** De algodón, de matrimonio, blanca pero no nueva; las nuevas deslumbran. Se moja un poco el
borde de abajo para que pese. Con levante no hay cine, y no hay nada que discutir.

**Las sillas.** Cada cual sube la suya. Esto parece un detalle y es lo más importante. Quien ha subido una silla seis
pisos no se marcha a la mitad.

**El sonido.** Bajo. Preferimos películas mudas, y entonces toca Iván, del segundo B, que estudia acordeón y todavía
no sabe terminar las piezas. Las escenas largas le vienen muy bien.

~~~
21:40  subir sillas
22:05  todavía hay luz, se cena
22:20  primera estrella, se apaga la bombilla
22:21  empieza
00:00  se dobla la sábana entre cuatro
~~~

> El mejor momento es cuando en la pantalla llueve y en el cielo no.

El año pasado el proyector se fundió en la escena de la despedida. Nadie dijo nada. Iván siguió tocando, cada uno
acabó la película por su cuenta y al bajar descubrimos que habíamos visto finales distintos.`,
    },
    {
      key: "sombra",
      title: "Doce grados: lo que cambia una azotea cuando se pinta de blanco",
      tags: ["Ciudad", "Agua"],
      lead: `Medimos dos tejados iguales durante un agosto entero. Uno se quedó rojo. El otro lo encalamos un domingo
con las escobas de toda la vida.`,
      text: `
No hay nada que inventar aquí. En el sur se encala desde siempre, y lo único nuevo es que ahora tenemos
termómetros baratos. Pusimos ocho: en la superficie, debajo, en el dormitorio del último piso y a la sombra, para
comparar.

| Hora | Roja | Blanca | Dormitorio, diferencia |
| 8:00 | 26 | 24 | 0 |
| 14:00 | 61 | 42 | 3 |
| 18:00 | 57 | 39 | 4 |
| 24:00 | 34 | 26 | 3 |

A las dos de la tarde la roja estaba a sesenta y un grados. Se podía freír un huevo, y lo freímos, porque un
experimento sin huevo no convence a nadie. En la blanca el huevo se quedó como estaba y se lo llevó una urraca.

Tres o cuatro grados menos en un dormitorio son la diferencia entre dormir y no dormir. La cal costó veintiséis euros.
Las escobas ya las teníamos.

> «Mi abuela lo hacía sin gráfico», dijo Remedios. Tenía razón, y se lo pusimos en el gráfico.

Este año son catorce azoteas. Desde la torre del mercado se empieza a ver una mancha clara, como si hubiera nevado
solo para nosotros.`,
    },
  ],
  notes: [
    {
      title: "Se presta escalera de tijera",
      text: `De siete peldaños, el cuarto cruje pero aguanta. Está en la azotea del 9, atada con una cuerda verde.
Volved a atarla, que el año pasado fue a dar al patio de las monjas.`,
    },
    {
      title: "La cometa del sábado",
      text: `Se soltó del 31 y apareció en el 4. La niña del 31 y el señor del 4 han quedado para volarla juntos, él
pone el hilo.`,
    },
    {
      title: "Un melón en la canaleta",
      text: `Nació solo. Lo hemos medido, lo regamos y le hemos puesto una media para que no se caiga. Pesa lo que un
gato joven.`,
    },
    {
      title: "¿Quién canta los martes?",
      text: `Voz de mujer, detrás de las sábanas del 22, de siete a siete y media. Si es usted, no deje de hacerlo. Si
no es usted, asómese.`,
    },
    {
      title: "Antenas: quedan ochenta y seis",
      text: `Solo nueve sirven para algo. En las demás se posan los estorninos por orden de llegada, y hay una que
gira sola cuando va a llover.`,
    },
    {
      title: "El mapa de las sombras está terminado",
      text: `Hora a hora, azotea por azotea, dibujado a mano en un rollo de papel de carnicero. Se puede ver en la
panadería, pero hay que pedir una barra.`,
    },
    {
      title: "Granizo, informe breve",
      text: `Once minutos, como garbanzos. Bajas: tres tomateras, una claraboya y el orgullo del que había dicho que no.`,
    },
    {
      title: "La gata del 14 vive en seis casas",
      text: `Tiene seis nombres y come en cuatro. Las otras dos son para la siesta. Nadie se siente engañado.`,
    },
    {
      title: "Taller de tender",
      text: `Parece una broma y vinieron veinte personas. Camisas por el bajo, calcetines por parejas, y las pinzas
nunca al sol.`,
    },
    {
      title: "Luna grande, subid",
      text: `Sale por detrás del silo a las nueve y cuarto. Durante dos minutos cabe justa entre las dos chimeneas.`,
    },
    {
      title: "La placa solar del cura",
      text: `Está en el campanario, mirando al sur, y alimenta el reloj. Desde entonces, dicen, la misa empieza a su
hora.`,
    },
    {
      title: "Ha vuelto el vendedor de agua",
      text: `Don Eladio, noventa años, subió a ver los depósitos que él llenaba con un burro. Nos corrigió dos fechas
y una cuesta.`,
    },
  ],
  stream: {
    title: "{day}, {a}: {b}",
    a: [
      ["azotea del 18", "Desde la azotea del 18, a las {time}."],
      ["azotea del 9", "Azotea del 9, {time}, escalera en su sitio."],
      ["azotea del 31", "En la del 31, a las {time}, viento de {3-26} kilómetros por hora."],
      ["la torre del mercado", "Desde la torre del mercado, {time}."],
      ["el palomar", "Junto al palomar, a las {time}."],
      ["azotea blanca", "En la azotea blanca, {time}, suelo a {14-41} grados."],
      ["el depósito del limonero", "Al lado del limonero, a las {time}."],
      ["azotea del 22", "Entre las sábanas del 22, {time}."],
      ["el lavadero viejo", "En el lavadero viejo, a las {time}."],
      ["azotea del 4", "Azotea del 4, {time}, puerta entornada con un ladrillo."],
      ["la libreta del pan", "Apuntado en la libreta de la panadería a las {time}."],
    ],
    b: [
      ["se ve la sierra", "Se ve la sierra entera, hasta el repetidor; eso pasa {2-6} veces al mes."],
      ["humo de leña", "Humo de leña en la calle de atrás y alguien que asa pimientos."],
      ["ropa a medio secar", "{4-19} prendas tendidas y ninguna prisa por recogerlas."],
      [
        "una conversación de terrado a terrado",
        "Dos vecinas han hablado de tejado a tejado durante {8-40} minutos sin levantar la voz.",
      ],
      ["estorninos en formación", "Una nube de estorninos ha cambiado de idea {5-20} veces y luego se ha ido."],
      ["el depósito sube", "El depósito ha subido {1-7} centímetros desde ayer."],
      ["campanas con retraso", "Las campanas del convento llegan {2-5} segundos después que las del reloj."],
      ["una silla nueva", "Alguien ha subido una silla azul; no sabemos quién, pero ya tiene turno."],
      ["albahaca en flor", "La albahaca ha florecido y han venido {3-15} abejas."],
      ["niebla en los patios", "Los patios están llenos de niebla y las azoteas parecen islas."],
      ["ensayo de acordeón", "Iván ensaya, y hoy ha llegado casi hasta el final."],
      ["gaviota lejos del mar", "Una gaviota, a {90-300} kilómetros del mar, con toda tranquilidad."],
      ["lámpara encendida en el 3", "En el tercero han dejado una lámpara encendida para quien vuelve tarde."],
    ],
    c: [
      "Llave devuelta.",
      "Barrido y cerrado.",
      "Sube quien quiera.",
      "La libreta tiene hojas de sobra.",
      "Mañana le toca al 9.",
      "Sin más novedad.",
      "Abajo huele a pan.",
    ],
  },
}
