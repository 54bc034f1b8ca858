// The lesson of Texas 42 in English.

export const words = {
  welcome: 'Welcome to Texas 42! You and the player across the table are partners. This is a very short game: one hand, for one mark.',
  points: 'A hand has seven tricks, and each is worth one point. To a trick everybody plays one domino, and the best of them takes it.',
  count: 'Five dominoes are worth more: 5-5 and 6-4 ten points each, 5-0, 4-1 and 3-2 five each. That is the count. With the seven tricks it makes 42 points.',
  hand: 'All the others have passed, so it is up to you. You hold three sixes with the highest, 6-6, and two more doubles, which are the best of their suits. That is worth a bid.',
  bid: 'Bid 30: your partner and you will take at least 30 of the 42 points. Choose 30, then press the button.',
  trump: 'You have won the bidding and name the trump, the suit that beats all others. You have most of the sixes. Choose sixes.',
  lead: 'You lead to the first trick. Play your highest trump, 6-6. The others must play a six if they have one, and so you draw their trumps.',
  follow: 'The trick is yours: one point. Everybody had to follow with a six. Now five of the seven sixes are gone or yours, and only 6-5 is still out.',
  double: 'A double is the highest of its suit. Lead 5-5: it is worth ten points by itself, and nobody can beat it except with a trump.',
  draw: 'Eleven points more! Now draw the last trump: lead 6-0. With luck your partner has the 6-5.',
  partner: 'Your partner took the trick with 6-5, and 4-1 brought five points. Now your partner leads 1-1, an ace. You have no ace, so you may play anything.',
  give: 'What your partner takes is yours, too. So give the trick your ten points: play 6-4. It is a trump and takes the trick even from 1-1.',
  last: 'You have 29 points and need 30. Lead another double: 2-2.',
  made: 'The bid is made: you have at least 30 points, and the hand ends at once. It is worth one mark. Look at what you took, then press Continue.',
  end: 'Your side wins! Usually seven marks are played for, and others bid against you. If you bid and take too little, you are set, and the mark goes to them. Have fun!',
};
