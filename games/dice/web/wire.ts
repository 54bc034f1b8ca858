// Dice as they come over the wire.

export type {
  Boss,
  Choices,
  Colour,
  DieKind,
  HandKind,
  HandLevel,
  Layer,
  LineName,
  Offer,
  PayRule,
  PoolDie,
  PreviewHand,
  Run,
  ScoredHand,
  Standing,
  TableView as View,
} from '$shell/protocol/dice';
