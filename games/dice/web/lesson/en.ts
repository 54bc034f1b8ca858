// The lesson of dice hands in English.

export const words = {
  welcome: 'Welcome to dice hands! You have rolled five dice. To pass this round you need 40 points. You may roll dice again three times.',
  pair: 'Dice score in hands. Your two fives are a pair. The other three dice fit nowhere, so they score nothing.',
  sum: 'A pair has 12 chips. The ten pips make it 22, and 22 times its multiplier of 1.60 is 35. That is not enough for the target of 40.',
  roll: 'So keep the fives and roll the other three again. What scores is kept already; press the button to roll three dice.',
  three: 'A third five! Three of a kind score 66, and that is enough. But you still have two rerolls, and the fives you keep cannot get worse.',
  more: 'Two more that are alike would make a full house. Try it: roll the other two dice again.',
  score: 'Two sixes: a full house! It scores its three fives, its two sixes and 60 on top: 164 points. There is nothing left to wish for. Score it.',
  paid: 'You have passed the round and are paid: for the target, because you had more than twice as much, and for the reroll that you did not use. Press Continue.',
  shop: 'This is the shop. The targets rise from round to round, so your dice and hands have to become better. The first die or level of each visit is free.',
  level: 'A level makes a hand better for the rest of the run. Take the level for dice of a kind: it is free.',
  die: 'And you have enough money for the best thing there is: one more die. Buy it.',
  leave: 'That was well spent. Leave the shop for round 2.',
  alone: 'Now you have six dice, and the target is 54. This round is yours alone: keep, roll again, and score when you like it. If you are not sure, ask for a hint.',
  end: 'That was the lesson. A whole run has twelve rounds, and every fourth has a boss with a rule of its own. Have fun!',
};
