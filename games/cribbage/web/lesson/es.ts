// La lección de cribbage en español.

export const words = {
  welcome: '¡Hola! Esta es una partida muy corta de cribbage. Gana quien llega primero a 61 puntos. Tú empiezas con 24 y tu rival con 40, así que se decide en un solo reparto.',
  hand: 'Estas seis cartas son tuyas. Guarda cuatro y echa dos al crib. El crib es una mano de más para quien reparte. Hoy repartes tú, así que es tuyo.',
  fit: 'Mira 3, 4, 4 y 5. Hacen la escalera 3, 4, 5 de dos formas, y los cuatros son una pareja. Guarda estas cuatro.',
  throw: 'El 8 y el 9 van a tu crib. Elige los dos y pulsa el botón para echarlos.',
  starter: 'Se ha vuelto una carta: otro 3. Es la carta de corte. Es de todos, y más tarde cuenta con cada mano.',
  count: 'Ahora se juega. Ponéis cartas por turno y las sumáis. Tu rival empezó con una jota. Las figuras valen diez, así que la cuenta es 10.',
  fifteen: 'Si llevas la cuenta a quince justos, ganas dos puntos. Juega el 5.',
  pair: '¡Dos puntos! Pero tu rival puso un 5 sobre tu 5. Es una pareja, dos puntos para él. La cuenta es 20, y nadie puede pasar de 31.',
  three: 'Juega el 3. Todavía no vale nada, pero ahora hay un 5 y un 3 juntos, y tú tienes los cuatros que van entre ellos.',
  go: 'La cuenta es 23. Tu rival no tiene ninguna carta que quepa por debajo de 31 y tiene que decir «paso». Así que te toca otra vez.',
  run: 'Juega un 4. Con el 5 y el 3 anteriores hace una escalera de tres. El orden no importa. ¡Tres puntos!',
  thirtyone: 'Tu rival sigue sin poder jugar. Juega tu otro 4: hace pareja y lleva la cuenta a treinta y uno justos. Cada cosa vale dos.',
  theirs: 'Se han jugado todas las cartas, y ahora se cuentan las manos: es el recuento. Quien reparte cuenta el último, así que empieza tu rival. Míralo y pulsa Continuar.',
  yours: 'Tu mano cuenta con la carta de corte: 3, 3, 4, 4, 5. Es la escalera 3, 4, 5 de cuatro formas y dos parejas: 16 puntos. Y dos veces 3, 3, 4, 5 suman quince: ¡20 en total!',
  crib: 'Al final viene tu crib, también con la carta de corte. Hay dos parejas, de treses y de nueves, y los dos treses hacen quince con cada nueve. ¡Ocho puntos!',
  end: 'Tienes 61 puntos y ganas. Ya sabes jugar al cribbage: echar, jugar y contar. Una partida normal va a 121 y tiene varios repartos. ¡Que te diviertas!',
};
