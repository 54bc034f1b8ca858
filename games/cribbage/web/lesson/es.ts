// The lesson of cribbage in Spanish.

export const words = {
  welcome: '¡Hola! Esta es una partida muy corta de cribbage. Gana quien llega primero a 61 puntos. Tú empiezas con 34 y tu rival con 50, así que se decide en un solo reparto.',
  hand: 'Estas seis cartas son tuyas. Guarda cuatro y echa dos al crib. El crib es una mano de más para quien reparte. Hoy repartes tú, así que es tuyo.',
  fit: 'Mira 6, 7, 8 y 9. Van seguidas: es una escalera. Además 6 y 9 suman quince, y también 7 y 8. Guarda estas cuatro.',
  throw: 'El as y el 3 van a tu crib. Elige los dos y pulsa el botón para echarlos.',
  starter: 'Se ha vuelto una carta: otro as. Es la carta de corte. Es de todos, y más tarde cuenta con cada mano.',
  count: 'Ahora se juega. Ponéis cartas por turno y las sumáis. Tu rival empezó con un as, que vale uno, así que la cuenta es 1. Nunca puede pasar de 31.',
  nine: 'Todavía no hay nada que puntuar. Juega el 9: la cuenta será 10.',
  run: 'Tu rival jugó un 7, y la cuenta es 17. Juega el 8: 9, 7 y 8 son una escalera de tres, porque el orden no importa. Vale tres puntos.',
  go: 'La cuenta es 25. Tu rival no tiene ninguna carta que quepa por debajo de 31 y tiene que decir «paso». Así que te toca otra vez.',
  thirtyone: 'Mira: tu 6 lleva la cuenta a treinta y uno justos, que vale dos. Y 9, 7, 8, 6 son una escalera de cuatro. Juégalo: ¡seis puntos de una vez!',
  fifteen: 'Después de treinta y uno la cuenta vuelve a empezar. Tu rival ha jugado un 8. Juega tu 7: quince justos valen dos.',
  theirs: 'Se han jugado todas las cartas, y ahora se cuentan las manos: es el recuento. Quien reparte cuenta el último, así que empieza tu rival. Míralo y pulsa Continuar.',
  yours: 'Tu mano cuenta con la carta de corte. 6, 7, 8, 9 es una escalera de cuatro. Hay tres quinces: 6 y 9, 7 y 8, y 6 y 8 con el as. ¡Diez puntos!',
  crib: 'Al final viene tu crib, también con la carta de corte. Los dos ases son una pareja. Con el 3 suman cinco, y eso hace quince con la reina y con el rey. ¡Seis puntos!',
  end: 'Tienes 61 puntos y ganas. Ya sabes jugar al cribbage: echar, jugar y contar. Una partida normal va a 121 y tiene varios repartos. ¡Que te diviertas!',
};
