import type { DemoFeed } from "../DemoFeed.ts"

export const oficiosLentos: DemoFeed = {
  slug: "oficios-lentos",
  title: "Oficios lentos",
  tagline: "Películas cortas y calladas sobre manos que saben hacer una cosa.",
  about: `Vamos de valle en valle con una cámara pequeña y preguntamos lo mismo en todas partes: ¿nos dejas mirar? No
hay entrevistas ni música. Lo que nos cuentan mientras trabajan lo escribimos debajo.`,
  language: "es",
  timeZone: "Europe/Madrid",
  kind: "video",
  format: "atom",
  carries: "whole",
  foundBy: "link",
  author: "Lucía y la cámara pequeña",
  categories: ["Oficios", "Cestería", "Barro", "Madera", "Lana"],
  look: { scene: "basket", also: ["workbench"], emblem: "weave", ink: "terracotta", fileType: "jpeg" },
  pace: "slow",
  articles: [
    {
      key: "cestero",
      title: "Una cesta empieza por el agua",
      tags: ["Cestería"],
      lead: `Antes de doblar el mimbre hay que convencerlo. Tres días en la balsa, y luego cuarenta minutos en los que
no se puede contestar al teléfono.`,
      text: `
Anselmo corta en enero, cuando la savia está abajo. Ata los haces por largos, los deja secar hasta mayo y
después los vuelve a mojar. Le preguntamos por qué secar lo que se va a mojar. «Para que se acuerde», dice, y no
explica de qué.

La película empieza con el fondo: ocho varas, cuatro rajadas por el medio, cuatro metidas por la raja. Una cruz. Todo
lo demás es dar vueltas alrededor de esa cruz, primero de dos en dos, luego de una en una.

## Lo que se ve

1. El fondo, hasta que queda del tamaño de un plato.
2. Los montantes: veinticuatro varas que se doblan hacia arriba todas a la vez, como si la cesta se asustara.
3. La pared, con un dedo siempre dentro para medir.
4. El borde, que se hace con lo que sobra y sin nada nuevo.

> «La cesta sale redonda si tú estás tranquilo. Si no, sale como estés.»

Al final la pone en el suelo y se sube encima, con las botas. La cesta cruje. Anselmo, ochenta y dos kilos, sonríe a
la cámara por única vez. Luego la firma, con una vara roja, en un sitio donde no se ve.`,
    },
    {
      key: "campana",
      title: "El cencerro se afina con un golpe en el sitio malo",
      tags: ["Oficios"],
      lead: `Barro, paja, latón y una noche de horno. Cada rebaño suena distinto y hay un hombre que los distingue a
dos kilómetros.`,
      text: `
Se corta la chapa, se dobla en frío, se cierra con dos remaches. Hasta ahí es una lata. Lo que la
convierte en cencerro ocurre a oscuras: se envuelve en barro y paja con unas virutas de latón dentro, se mete en el
horno y, a mil grados, el latón se derrite y baña la chapa por todas partes. Al romper el barro sale dorado.

Pero todavía no canta. Canta después, sobre el yunque, a base de golpes muy pequeños. Un golpe donde debe lo pone más
agudo. Un golpe en el sitio malo lo estropea para siempre, y Julián da primero, dice, ese.

«Hay que saber dónde muere. Luego ya no vas allí.»

| Para quién | Tamaño | Suena a |
| La guía | grande | campana de pueblo |
| Las ovejas | mediano | agua |
| Los cabritos | pequeño | cucharilla |
| El carnero | el que él quiera | problemas |

En la última toma hay niebla y no se ve nada. Se oye, muy lejos, un rebaño. Julián escucha con la cabeza torcida y da
tres nombres: el dueño, el valle y el año en que los hizo.

Como la película es muda, los nombres están escritos en la pantalla, uno por uno, con el mismo retraso.`,
    },
    {
      key: "adobe",
      title: "Mil doscientos adobes para una escuela",
      tags: ["Barro"],
      lead: `Tierra, paja, agua y un verano seco. El pueblo necesitaba un aula y decidió hacerla con el suelo sobre el
que estaba.`,
      text: `
La receta la sabía Casilda, que con nueve años pisaba barro descalza para la casa de su tío. Tierra del
cerro y no de la huerta, paja de dos dedos de largo, agua hasta que un puñado se deje caer desde el pecho y se rompa
en tres trozos. Ni en dos ni en cinco.

Se llena el molde, se alisa con la mano mojada, se levanta. Queda un ladrillo de barro temblando al sol. A los tres
días se le da la vuelta; a los quince se pone de canto. A las cinco semanas ya es una pared, solo que aún no lo sabe.

- Adobes hechos: 1 340
- Adobes enteros: 1 212
- Huellas de perro: 19
- Huellas de niño, a propósito: 46

> No compramos casi nada. Lo más caro de la escuela fue la puerta.

Los que llevan huella están dentro, a la altura de los ojos de quien se sienta. En invierno el aula se calienta con
treinta niños y una estufa del tamaño de un cubo. En verano se está fresco. El inspector vino con un aparato para
medirlo y se quedó, sin decir nada, toda la hora de la siesta.`,
    },
    {
      key: "telar",
      title: "Lana de oveja negra, o el color que no se tiñe",
      tags: ["Lana"],
      lead: `Pagan tan poco por ella que los pastores la quemaban. Dos hermanas montaron un telar en el garaje y ahora
hay lista de espera.`,
      text: `
La lana negra no se puede teñir, y por eso no la quiere nadie. Pero no es negra. Rosa y Petra separaron
el primer vellón sobre una sábana y les salieron once colores, del café al humo, todos del mismo animal.

Primero se lava, sin prisa y sin frotar. Después se abre con los dedos. Después se carda, y ese es el plano más largo
de la película: dos cepillos, una nube que va y viene y, de pronto, un rollito tan ligero que Petra lo sujeta con el
aliento.

1. Hilar: un huso, una cuerda y el peso justo.
2. Urdir: cuatrocientos hilos, contados en voz alta por las dos, y si una se ríe hay que volver a empezar.
3. Tejer: de arriba abajo, con golpe seco.
4. Batanar: pisarla en agua templada, que es la parte que piden los nietos.

> «La manta pesa lo que pesaba la oveja por dentro», dice Rosa. Nadie sabe qué quiere decir, y cuando te tapas lo
> entiendes.

Los once colores van en franjas, en el mismo orden en que estaban en el animal: del lomo a la barriga. La primera
manta está en casa del pastor. La oveja se llama Paloma.`,
    },
    {
      key: "silla",
      title: "Cómo se sienta un carpintero en una silla que no es suya",
      tags: ["Madera"],
      lead: `Con cuidado, de lado y escuchando. Un día en el taller de Teo, que repara asientos de enea y no tiene
ninguna silla buena en casa.`,
      text: `
La silla entra por la puerta y Teo no la mira. Se sienta en ella. Se mueve un poco a la izquierda, un
poco a la derecha, cierra los ojos. «Pata de atrás, la de la ventana», dice. Entonces la mira.

La madera se mueve toda la vida, aunque lleve cien años cortada. Se encoge a lo ancho y nunca a lo largo. Una silla es
un sitio donde cuatro maderas se encogen en direcciones distintas y tienen que seguir siendo amigas. Por eso él no
pone clavos. Pone cola caliente, que se puede volver a abrir.

## La enea

Se corta en agosto, en el río, y se moja una hora. Se retuercen dos hojas mientras se avanza, siempre hacia fuera, y
se va cerrando un cuadrado hacia el centro como quien dobla un pañuelo. Ocho horas. No hay manera de hacerlo en siete.

> «Si tienes prisa, quédate de pie.»

En el taller hay treinta y una sillas esperando a alguien que no ha vuelto. Teo les quita el polvo los lunes. En cada
una hay un papel con un nombre y, si lo sabe, el motivo.

La suya, la de casa, es de plástico. Se la regalaron con un televisor.`,
    },
  ],
  notes: [
    {
      title: "Treinta segundos de torno",
      text: `El barro sube entre los dedos, se abre, respira. Justo antes de que sea un cuenco, la alfarera lo aplasta
y vuelve a empezar: era para enseñarnos.`,
    },
    {
      title: "La aguja de la colchonera",
      text: `Mide veinte centímetros y tiene ochenta años. Ha cosido, calcula su dueña, unas once mil noches.`,
    },
    {
      title: "Afilador con bicicleta quieta",
      text: `Levanta la rueda de atrás, pedalea, salen chispas. El chiflo lo toca su nieta, que todavía se equivoca en
la última nota.`,
    },
    {
      title: "Un tejado de losa, visto por debajo",
      text: `Sin clavos ni cemento, sujeto por su peso. Entra la luz por mil rendijas y no entra la lluvia por ninguna.`,
    },
    {
      title: "El corcho se saca sin tocar el árbol",
      text: `Hacha, hombro, oído. Si suena a madera, has ido demasiado hondo. En la película suena a cáscara de
naranja, aunque no se oiga.`,
    },
    {
      title: "Nudos para que no se escape una barca",
      text: `Tres nudos y un refrán. El refrán no lo ponemos.`,
    },
    {
      title: "Carbonera, noche tercera",
      text: `Un montón de leña tapado con tierra que humea por donde le dejan. Hay que dormir al lado y despertarse
cuando cambia el color.`,
    },
    {
      title: "Las tijeras del esquilador",
      text: `Una sola pieza de acero doblado. Se abren solas. Él dice que el trabajo no es cerrarlas, sino dejarlas
abrirse.`,
    },
    {
      title: "Papel de lino, hoja a hoja",
      text: `Camisas viejas, agua y un cedazo. La hoja se forma en lo que dura un suspiro, y si suspiras se estropea.`,
    },
    {
      title: "La campanera ensaya sin campana",
      text: `Con dos cuerdas atadas a una viga del corral. Las gallinas ya no levantan la cabeza.`,
    },
    {
      title: "Horno de cal, después de cincuenta años",
      text: `Lo encendieron los nietos siguiendo el cuaderno del abuelo. Ponía «hasta que la llama sea azul y luego un
rato». El rato fueron nueve horas.`,
    },
    {
      title: "Gracias por las cartas",
      text: `Nos escriben sobre todo carniceros, cirujanas y pianistas. Todos miran lo mismo: los pulgares.`,
    },
  ],
  stream: {
    title: "Manos {no}: {b} ({a})",
    a: [
      ["primera toma", "Primera toma, a las {time}."],
      ["puerta abierta", "Con la puerta del taller abierta, a las {time}."],
      ["llueve fuera", "Llovía fuera, {time}, y dentro se trabajaba más despacio."],
      ["luz de ventana", "Solo con la luz de la ventana, a las {time}."],
      ["después del café", "Después del café, {time}, con las manos todavía tibias."],
      ["a dos metros", "A dos metros, a las {time}, para no estorbar."],
      ["última hora", "La última del día, {time}, cuando ya no se habla."],
    ],
    b: [
      ["la vara cede", "La vara cede sin partirse a la {2-5}ª vez, nunca a la primera."],
      ["un nudo que no se ve", "Un nudo de {2-4} vueltas que desaparece debajo del siguiente."],
      ["cola caliente", "La cola espera en su cazo a {58-66} grados, ni uno más."],
      ["hilo que no se rompe", "{3-12} metros de hilo de una sola respiración."],
      ["el yunque enfriándose", "El yunque tarda {20-50} minutos en dejar de cantar."],
      ["barro en los nudillos", "Barro hasta los nudillos y la frente, que se rascó con el codo."],
      ["medir con la mano", "Nadie usa el metro: dos palmos y {1-4} dedos."],
      ["un fallo, dejado a propósito", "Hay un punto al revés, uno solo, para que se sepa que lo hizo alguien."],
    ],
    c: [
      "Película muda.",
      "Gracias por dejarnos mirar.",
      "La larga llega cuando esté.",
      "Nadie tuvo que repetir nada.",
      "Se puede ver dos veces.",
    ],
  },
}
