// The drills of Texas 42 in English.

export const words = {
  kinds: {
    bid: { bid: 'when a bid is best', pass: 'when passing is best' },
    lead: { ours: 'when your side has bid', theirs: 'when they have bid' },
  } as Record<string, Record<string, string>>,
  first: 'You speak first.',
  before: (calls: string) => `Before you: ${calls}.`,
  marks: 'Nobody has a mark yet.',
  calls: 'Your call',
  hand: 'Your dominoes',
  contract: (who: string, bid: string, trump: string) => `${who}: ${bid}, with ${trump}.`,
  /** The seats, counted to the left from the player who leads. */
  seats: ['You', 'Opponent on your left', 'Your partner', 'Opponent on your right'] as [string, string, string, string],
  tricks: 'The tricks so far',
  trick: (leader: string, winner: string) => `Led by: ${leader}. Won by: ${winner}.`,
  none: 'This is the first trick.',
  choose: 'Choose a domino',
  lead: (domino: string) => `Lead ${domino}`,
};

export type DrillWords = typeof words;
