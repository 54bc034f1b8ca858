// La lección de Texas 42 en español.

export const words = {
  welcome: '¡Hola! En Texas 42 tú y quien se sienta enfrente sois pareja. Esta es una partida muy corta: una sola mano, por una marca.',
  points: 'Una mano tiene siete bazas, y cada una vale un punto. En una baza cada uno juega una ficha, y la mejor se la lleva.',
  count: 'Cinco fichas valen más: 5-5 y 6-4 diez puntos cada una, 5-0, 4-1 y 3-2 cinco cada una. Es la cuenta. Con las siete bazas hacen 42 puntos.',
  hand: 'Los demás han pasado, así que depende de ti. Tienes tres seises con el más alto, 6-6, y dos dobles más, que son los mejores de su palo. Es para ofrecer.',
  bid: 'Ofrece 30: tu pareja y tú haréis al menos 30 de los 42 puntos. Elige 30 y pulsa el botón.',
  trump: 'Has ganado la subasta y cantas el triunfo, el palo que gana a los demás. De lo que más tienes es seises. Elige seises.',
  lead: 'Sales en la primera baza. Juega tu triunfo más alto, 6-6. Los demás tienen que jugar un seis si lo tienen, y así les sacas los triunfos.',
  follow: 'La baza es tuya: un punto. Todos tuvieron que seguir con un seis. Los otros seises ya salieron o los tienes tú; solo falta el 6-5.',
  double: 'Un doble es el más alto de su palo. Sal con 5-5: vale diez puntos, y nadie le gana si no es con un triunfo.',
  draw: '¡Once puntos más! Ahora saca el último triunfo: sal con 6-0. Con suerte, tu compañero tiene el 6-5.',
  partner: 'Tu compañero ganó la baza con 6-5, y la 4-1 trajo cinco puntos. Ahora sale con 1-1, un uno. Tú no tienes unos, así que puedes jugar cualquier ficha.',
  give: 'Lo que gana tu compañero también es tuyo. Dale a la baza tus diez puntos: juega 6-4. Es un triunfo y gana incluso a 1-1.',
  last: 'Tenéis 29 puntos y hacen falta 30. Sal con otro doble: 2-2.',
  made: 'La oferta está cumplida: tenéis al menos 30 puntos, y la mano acaba enseguida. Vale una marca. Mira lo que hicisteis y pulsa Continuar.',
  end: '¡Gana tu pareja! Lo normal es jugar a siete marcas, y los otros ofrecen contra ti. Si ofreces y haces menos, la marca es de ellos. ¡Que te diviertas!',
};
