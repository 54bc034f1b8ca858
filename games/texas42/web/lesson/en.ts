// The lesson of Texas 42 in English.

export const words = {
  welcome: 'Welcome to Texas 42! You and the player across the table are partners. This is a very short game: one hand, for one mark.',
  points: 'A hand has seven tricks, and each is worth one point. To a trick everybody plays one domino, and the best of them takes it.',
  count: 'Five dominoes are worth more: 5-5 and 6-4 ten points each, 5-0, 4-1 and 3-2 five each. That is the count. With the seven tricks it makes 42 points.',
  hand: 'All the others have passed, so it is up to you. You hold three fives with the highest, 5-5, and three more doubles. A double is the best of its suit. That is worth a bid.',
  bid: 'Bid 30: your partner and you will take at least 30 of the 42 points. Choose 30, then press the button.',
  trump: 'You have won the bidding and call the trump, the suit that beats all others. Choose fives.',
  lead: 'You lead to the first trick. Play your highest trump, 5-5. The others must play a five if they have one.',
  follow: 'That was a good trick: one point, ten for 5-5 and five for 5-0. Six of the seven fives are played or yours. Only the 6-5 is still out.',
  draw: 'Draw it out: lead your lowest trump, 5-1. It costs one trick, but then nobody else has a trump.',
  lost: 'The 6-5 took that trick, so the player who had it leads: 0-0, the highest blank. You must follow with a blank if you have one. You have none.',
  ruff: 'Who cannot follow may play anything. A trump beats every other suit: take the trick with 5-4.',
  double: 'You have 17 points. Now nobody can beat your doubles, because all trumps are gone. Lead 2-2.',
  partner: 'Your partner had 3-2 and gave you its five points: 23. What partners take is counted together. Lead 4-4, and see what comes.',
  made: '6-4 brought ten more: 34 points. The bid of 30 is made, so the hand ends at once and is worth one mark. Look at it, then press Continue.',
  end: 'Your side wins! Usually seven marks are played for, and others bid against you. If you bid and take too little, you are set, and the mark goes to them. Have fun!',
};
