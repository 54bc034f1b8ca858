// The lesson of dice hands in Spanish.

export const words = {
  welcome: '¡Hola! En manos de dados has tirado cinco dados. Para superar esta ronda hacen falta 40 puntos. Puedes volver a tirar tres veces.',
  pair: 'Los dados puntúan en manos. Tus dos cincos son una pareja. Los otros tres no encajan en nada, así que no puntúan.',
  sum: 'Una pareja tiene 12 fichas. Con los diez puntos de los dados son 22, y 22 por su multiplicador, 1.60, son 35. No basta para el objetivo de 40.',
  roll: 'Guarda los cincos y tira otra vez los otros tres. Lo que puntúa ya está guardado; pulsa el botón para tirar tres dados.',
  three: '¡Un tercer cinco! Tres iguales valen 66, y con eso basta. Pero te quedan dos tiradas, y los cincos que guardas no pueden empeorar.',
  more: 'Otros dos iguales harían un full. Inténtalo: tira otra vez los otros dos dados.',
  score: 'Dos seises: ¡un full! Vale lo de sus tres cincos, lo de sus dos seises y 60 más: 164 puntos. No se puede pedir más. Puntúa.',
  paid: 'Has superado la ronda y te pagan: por el objetivo, por tener más del doble y por la tirada que no usaste. Pulsa Continuar.',
  shop: 'Esta es la tienda. Los objetivos suben de ronda en ronda, así que tus dados y tus manos tienen que mejorar. El primer dado o nivel de cada visita es gratis.',
  level: 'Un nivel mejora una mano para el resto de la partida. Toma el nivel de dados iguales: es gratis.',
  die: 'Y tienes dinero para lo mejor que hay: un dado más. Cómpralo.',
  leave: 'Bien gastado. Sal de la tienda y ve a la ronda 2.',
  alone: 'Ahora tienes seis dados, y el objetivo es 54. Esta ronda es solo tuya: guarda, tira otra vez y puntúa cuando te guste. Si dudas, pide una pista.',
  end: 'Esta fue la lección. Una partida completa tiene doce rondas, y cada cuatro hay un jefe con su propia regla. ¡Que te diviertas!',
};
