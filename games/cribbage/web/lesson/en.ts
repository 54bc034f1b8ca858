// The lesson of cribbage in English.

export const words = {
  welcome: 'Welcome! This is a very short game of cribbage. Whoever has 61 points first wins. You begin with 24 points and your opponent with 40, so one deal will decide it.',
  hand: 'These six cards are yours. Keep four, and throw two to the crib. The crib is an extra hand for the dealer, and today you deal, so it is yours.',
  fit: 'Look at 3, 4, 4 and 5. They make the run 3, 4, 5 in two ways, and the fours are a pair. Keep these four.',
  throw: 'The 8 and the 9 go to your crib. Choose both, then press the button to throw them.',
  starter: 'A card was turned up: another 3. This is the starter. It belongs to everybody, and later it counts with every hand.',
  count: 'Now the play. You lay down cards in turn and add them up. Your opponent began with a jack. Court cards are worth ten, so the count is 10.',
  fifteen: 'If you bring the count to exactly fifteen, you score two points. Play the 5.',
  pair: 'Two points for you! But your opponent laid a 5 on your 5. That is a pair, two points for them. The count is 20, and nobody may pass 31.',
  three: 'Play the 3. It scores nothing yet, but now a 5 and a 3 lie side by side, and you hold the fours that belong between them.',
  go: 'The count is 23. Your opponent has no card that fits below 31 and has to say “go”. So it is your turn again.',
  run: 'Play a 4. With the 5 and the 3 before it, it makes a run of three. The order does not matter. Three points!',
  thirtyone: 'Your opponent still cannot play. Play your other 4: it makes a pair, and it brings the count to exactly thirty-one. Each of them scores two.',
  theirs: 'All cards are played, and now the hands are counted: this is the show. The dealer counts last, so your opponent begins. Have a look, then press Continue.',
  yours: 'Your hand counts with the starter: 3, 3, 4, 4, 5. That is the run 3, 4, 5 in four ways and two pairs: 16 points. And twice 3, 3, 4, 5 make fifteen: 20 in all!',
  crib: 'Last comes your crib, also with the starter. There are two pairs, threes and nines, and both threes make fifteen with each nine. Eight points!',
  end: 'You have 61 points, and you win. Now you know cribbage: throw, play, show. A usual game goes to 121 and takes several deals. Have fun!',
};
