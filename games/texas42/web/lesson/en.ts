// The lesson of Texas 42 in English.

export const words = {
  welcome: 'Welcome to Texas 42! You and the player across the table are partners. This is a very short game: one hand, for one mark.',
  points: 'A hand has seven tricks, and each is worth one point. To a trick everybody plays one domino, and the best of them takes it.',
  count: 'Five dominoes are worth more: 5-5 and 6-4 ten points each, 5-0, 4-1 and 3-2 five each. That is the count. With the seven tricks it makes 42 points.',
  hand: 'You hold three sixes with the highest, 6-6, and three more doubles. A double is the best of its suit. That is worth a bid.',
  bid: 'An opponent has bid 30. Bid more: 31. It says that your partner and you will take at least 31 of the 42 points. Choose 31, then press the button.',
  trump: 'You have won the bidding and call the trump, the suit that beats all others. Choose sixes.',
  lead: 'You lead to the first trick. Play your highest trump, 6-6. The others must play a six if they have one.',
  follow: 'That was a good trick: one point, and ten for the 6-4. Six of the seven sixes are played or yours. Only the 6-5 is still out.',
  double: 'Now a double: nobody can beat 5-5 except with a trump, and it is worth ten points by itself. Lead it.',
  draw: 'You have 22 points. Draw out the last trump: lead your lowest, 6-2. It costs this trick, but then nobody else has a trump.',
  lost: 'The 6-5 took that trick, so the player who had it leads: 0-0, the highest blank. You must follow with a blank if you have one. You have none.',
  ruff: 'Whoever cannot follow may play anything. A trump beats every other suit, and 5-0 is worth five points: take the trick with 6-3.',
  partner: '28 points. All trumps are gone now, so nobody can beat your doubles. Lead 1-1. What your partner puts in is counted for both of you.',
  made: 'Your partner gave you the five points of 3-2: you have 34. The bid of 31 is made, so the hand ends at once and is worth one mark. Have a look, then press Continue.',
  end: 'Your side wins! Usually seven marks are played for. If you bid and take too little, you are set, and the mark goes to the others. Have fun!',
};
