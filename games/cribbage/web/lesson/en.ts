// The lesson of cribbage in English.

export const words = {
  welcome: 'Welcome! This is a very short game of cribbage. Whoever has 61 points first wins. You begin with 34 points and your opponent with 50, so one deal will decide it.',
  hand: 'These six cards are yours. Keep four, and throw two to the crib. The crib is an extra hand for the dealer, and today you deal, so it is yours.',
  fit: 'Look at 6, 7, 8 and 9. They follow each other: that is a run. And 6 and 9 add up to fifteen, and so do 7 and 8. Keep these four.',
  throw: 'Throw the ace and the 3 to your crib: choose both, then press the button.',
  starter: 'A card was turned up: another ace. This is the starter. It belongs to everybody, and later it counts with every hand.',
  count: 'Now the play. You lay down cards in turn and add them up. Your opponent began with an ace, which is worth one, so the count is 1. It may never pass 31.',
  nine: 'There is nothing to score yet. Play the 9: the count will be 10.',
  run: 'Your opponent played a 7, and the count is 17. Play the 8: 9, 7 and 8 are a run of three, because the order does not matter. That scores three points.',
  go: 'The count is 25. Your opponent has no card that fits below 31 and has to say “go”. So it is your turn again.',
  thirtyone: 'Now look: your 6 brings the count to exactly thirty-one, which scores two. And 9, 7, 8, 6 are a run of four. Play it: six points at once!',
  fifteen: 'After thirty-one the count begins again. Your opponent has played an 8. Play your 7: exactly fifteen scores two.',
  theirs: 'All cards are played, and now the hands are counted: this is the show. The dealer counts last, so your opponent begins. Have a look, then press Continue.',
  yours: 'Your hand counts with the starter. 6, 7, 8, 9 is a run of four. There are three fifteens: 6 and 9, 7 and 8, and 6 and 8 with the ace. Ten points!',
  crib: 'Last comes your crib, also with the starter. The two aces are a pair. With the 3 they are five, and that makes fifteen with the queen and with the king. Six points!',
  end: 'You have 61 points, and you win. Now you know cribbage: throw, play, show. A usual game goes to 121 and takes several deals. Have fun!',
};
