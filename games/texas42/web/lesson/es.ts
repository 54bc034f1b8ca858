// The lesson of Texas 42 in Spanish.

export const words = {
  welcome: '¡Hola! En Texas 42 tú y quien se sienta enfrente sois pareja. Esta es una partida muy corta: una sola mano, por una marca.',
  points: 'Una mano tiene siete bazas, y cada una vale un punto. En una baza cada uno juega una ficha, y la mejor se la lleva.',
  count: 'Cinco fichas valen más: 5-5 y 6-4 diez puntos cada una, 5-0, 4-1 y 3-2 cinco cada una. Es la cuenta. Con las siete bazas hacen 42 puntos.',
  hand: 'Tienes tres seises con el más alto, 6-6, y tres dobles más. Un doble es el mejor de su palo. Es para ofrecer.',
  bid: 'Un rival ha ofrecido 30. Ofrece más: 31. Significa que tu compañero y tú haréis al menos 31 de los 42 puntos. Elige 31 y pulsa el botón.',
  trump: 'Has ganado la subasta y cantas el triunfo, el palo que gana a los demás. Elige seises.',
  lead: 'Sales en la primera baza. Juega tu triunfo más alto, 6-6. Los demás tienen que jugar un seis si lo tienen.',
  follow: 'Buena baza: un punto, y diez por la 6-4. Seis de los siete seises ya salieron o los tienes tú. Solo falta el 6-5.',
  double: 'Ahora un doble: nadie gana a 5-5 si no es con un triunfo, y por sí solo vale diez puntos. Sal con él.',
  draw: 'Tenéis 22 puntos. Saca el último triunfo: sal con el más bajo, 6-2. Cuesta esta baza, pero después nadie más tiene triunfos.',
  lost: 'El 6-5 ganó esa baza, así que sale quien lo tenía: 0-0, la blanca más alta. Tienes que seguir con una blanca si la tienes. No tienes ninguna.',
  ruff: 'Quien no puede seguir juega la ficha que quiera. Un triunfo gana a cualquier otro palo, y la 5-0 vale cinco puntos: llévate la baza con 6-3.',
  partner: '28 puntos. Ya no quedan triunfos, así que nadie puede ganar a tus dobles. Sal con 1-1. Lo que pone tu compañero cuenta para los dos.',
  made: 'Tu compañero te dio los cinco puntos de la 3-2: tenéis 34. La oferta de 31 está cumplida, así que la mano acaba y vale una marca. Mírala y pulsa Continuar.',
  end: '¡Gana tu pareja! Lo normal es jugar a siete marcas. Si ofreces y haces menos, la marca es de los otros. ¡Que te diviertas!',
};
