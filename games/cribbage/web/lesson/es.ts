// La lección de cribbage en español.

export const words = {
  welcome: '¡Hola! Esta es una partida muy corta de cribbage. Gana quien llega primero a 61 puntos. Tú empiezas con 39 y tu rival con 45, así que se decide en un solo reparto.',
  hand: 'Estas seis cartas son tuyas. Guarda cuatro y echa dos al crib. El crib es una mano de más para quien reparte. Hoy repartes tú, así que es tuyo.',
  fit: 'Mira el 4, el 5 y el 6: son una escalera y suman quince. También suman quince el 5 y la jota, porque las figuras valen diez. Guarda estas cuatro.',
  throw: 'Los dos reyes son una pareja, y una pareja es buena en tu propio crib. Elige los dos reyes y pulsa el botón para echarlos.',
  starter: 'Se ha vuelto una carta: el 3 de corazones. Es la carta de corte. Es de todos, y más tarde cuenta con cada mano.',
  count: 'Ahora se juega. Ponéis cartas por turno y las sumáis. Tu rival empezó con una jota, así que la cuenta es 10.',
  fifteen: 'Si llevas la cuenta a quince justos, ganas dos puntos. Juega el 5.',
  pair: '¡Dos puntos! Pero tu rival puso un 5 sobre tu 5. Es una pareja, dos puntos para él. La cuenta es 20, y nadie puede pasar de 31.',
  six: 'Juega el 6. Todavía no vale nada, pero ahora el 5 y el 6 están juntos, y tú tienes un 4.',
  go: 'La cuenta es 26. Tu rival no tiene ninguna carta que quepa por debajo de 31 y tiene que decir «paso». Así que te toca otra vez.',
  run: 'Juega el 4. Con el 5 y el 6 anteriores hace una escalera de tres: tres puntos, en cualquier orden. Y la última carta antes de 31 vale uno más.',
  jack: '¡Cuatro puntos! La cuenta vuelve a empezar en cero. Tu rival ha jugado una jota. Tú también tienes una: juégala y haz pareja.',
  theirs: 'Se han jugado todas las cartas, y ahora se cuentan las manos: es el recuento. Quien reparte cuenta el último, así que empieza tu rival. Míralo y pulsa Continuar.',
  yours: 'Tu mano cuenta junto con la carta de corte. 3, 4, 5, 6 es una escalera de cuatro. 5 y jota hacen quince, y también 4, 5 y 6. Son ocho puntos.',
  crib: 'Al final viene tu crib, también con la carta de corte. Tus dos reyes son una pareja, y cada uno hace quince con el 2 y el 3. ¡Seis puntos!',
  end: 'Tienes 61 puntos y ganas. Ya sabes jugar al cribbage: echar, jugar y contar. Una partida normal va a 121 y tiene varios repartos. ¡Que te diviertas!',
};
