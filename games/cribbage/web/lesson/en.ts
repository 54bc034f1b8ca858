// The lesson of cribbage in English.

export const words = {
  welcome: 'Welcome! This is a very short game of cribbage. Whoever has 61 points first wins. You begin with 39 points and your opponent with 45, so one deal will decide it.',
  hand: 'These six cards are yours. Keep four, and throw two to the crib. The crib is an extra hand for the dealer, and today you deal, so it is yours.',
  fit: 'Look at 4, 5 and 6: they are a run, and they add up to fifteen. So do 5 and the jack, because court cards are worth ten. Keep these four.',
  throw: 'The two kings are a pair, and a pair is good in your own crib. Choose both kings, then press the button to throw them.',
  starter: 'A card was turned up: the 3 of hearts. This is the starter. It belongs to everybody, and later it counts with every hand.',
  count: 'Now the play. You lay down cards in turn and add them up. Your opponent began with a jack, so the count is 10.',
  fifteen: 'If you bring the count to exactly fifteen, you score two points. Play the 5.',
  pair: 'Two points for you! But your opponent laid a 5 on your 5. That is a pair, two points for them. The count is 20, and nobody may pass 31.',
  six: 'Play the 6. It scores nothing yet, but 5 and 6 lie side by side now, and you hold a 4.',
  go: 'The count is 26. Your opponent has no card that fits below 31 and has to say “go”. So it is your turn again.',
  run: 'Play the 4. With the 5 and the 6 before it, it makes a run of three: three points, in any order. And the last card before 31 scores one more.',
  jack: 'Four points! The count begins again at nothing. Your opponent has played a jack. You have one, too: play it for a pair.',
  theirs: 'All cards are played, and now the hands are counted: this is the show. The dealer counts last, so your opponent begins. Have a look, then press Continue.',
  yours: 'Your hand counts together with the starter. 3, 4, 5, 6 is a run of four. 5 and jack make fifteen, and so do 4, 5 and 6. That is eight points.',
  crib: 'Last comes your crib, also with the starter. Your two kings are a pair, and each of them makes fifteen with the 2 and the 3. Six points!',
  end: 'You have 61 points, and you win. Now you know cribbage: throw, play, show. A usual game goes to 121 and takes several deals. Have fun!',
};
