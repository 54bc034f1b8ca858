// La lección de Texas 42 en español.

export const words = {
  welcome: '¡Hola! En Texas 42 tú y quien se sienta enfrente sois pareja. Esta es una partida muy corta: una sola mano, por una marca.',
  points: 'Una mano tiene siete bazas, y cada una vale un punto. En una baza cada uno juega una ficha, y la mejor se la lleva.',
  count: 'Cinco fichas valen más: 5-5 y 6-4 diez puntos cada una, 5-0, 4-1 y 3-2 cinco cada una. Es la cuenta. Con las siete bazas hacen 42 puntos.',
  hand: 'Los demás han pasado, así que depende de ti. Tienes tres cincos con el más alto, 5-5, y tres dobles más. Un doble es el mejor de su palo. Es para ofrecer.',
  bid: 'Ofrece 30: tu compañero y tú haréis al menos 30 de los 42 puntos. Elige 30 y pulsa el botón.',
  trump: 'Has ganado la subasta y cantas el triunfo, el palo que gana a los demás. Elige cincos.',
  lead: 'Sales en la primera baza. Juega tu triunfo más alto, 5-5. Los demás tienen que jugar un cinco si lo tienen.',
  follow: 'Buena baza: un punto, diez por 5-5 y cinco por 5-0. Seis de los siete cincos ya salieron o los tienes tú. Solo falta el 6-5.',
  draw: 'Sácalo: sal con tu triunfo más bajo, 5-1. Cuesta una baza, pero después nadie más tiene triunfos.',
  lost: 'El 6-5 ganó esa baza, así que sale quien lo tenía: 0-0, la blanca más alta. Tienes que seguir con una blanca si la tienes. No tienes ninguna.',
  ruff: 'Quien no puede seguir juega la ficha que quiera. Un triunfo gana a cualquier otro palo: llévate la baza con 5-4.',
  double: 'Tenéis 17 puntos. Ahora nadie puede ganar a tus dobles, porque ya no quedan triunfos. Sal con 2-2.',
  partner: 'Tu compañero tenía 3-2 y te dio sus cinco puntos: 23. Lo que gana la pareja se cuenta junto. Sal con 4-4, y a ver qué cae.',
  made: 'La 6-4 trajo diez más: 34 puntos. La oferta de 30 está cumplida, así que la mano acaba enseguida y vale una marca. Mírala y pulsa Continuar.',
  end: '¡Gana tu pareja! Lo normal es jugar a siete marcas, y los otros ofrecen contra ti. Si ofreces y haces menos, la marca es de ellos. ¡Que te diviertas!',
};
