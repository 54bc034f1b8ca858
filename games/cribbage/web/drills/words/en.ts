// The drills of cribbage in English.

export const words = {
  kinds: {
    count: { fifteens: 'fifteens', pairs: 'pairs', runs: 'runs', flush: 'flushes', nobs: 'nobs' },
    discard: { own: 'with your own crib', theirs: 'with their crib' },
    peg: { lead: 'when you lead', follow: 'when cards have been played' },
  } as Record<string, Record<string, string>>,
  fields: { fifteens: 'Fifteens', pairs: 'Pairs', runs: 'Runs', flush: 'Flush', nobs: 'Nobs' } as Record<string, string>,
  pointsOf: (kind: string) => `Points for ${kind.toLowerCase()}`,
  hand: 'A hand and the starter',
  crib: 'A crib and the starter',
  total: (points: number) => `Say ${points}`,
  counts: (points: number) => `${points}`,
  saidIs: (said: number, total: number) => `You said ${said}; these cards score ${total}.`,
  tooMuch: (kind: string, said: number, points: number) => `${kind}: you said ${said}, there are ${points}.`,
  missed: 'What you missed',
  all: 'All that counts',
  own: 'The crib is yours.',
  theirs: 'The crib is theirs.',
  scores: (own: number, theirs: number) => `You have ${own}, they have ${theirs}.`,
  choose: 'Choose two cards',
  throw: (cards: string) => `Throw ${cards}`,
  chooseOne: 'Choose a card',
  play: (card: string) => `Play ${card}`,
  count: (count: number) => `The count is ${count}.`,
  leads: 'No card has been played: you lead.',
  played: (cards: string) => `They have played ${cards}.`,
  threw: (cards: string) => `You threw ${cards}.`,
  starter: 'Starter',
  table: 'On the table',
  yours: 'Your cards',
  unplayable: 'cannot be played',
};

export type DrillWords = typeof words;
