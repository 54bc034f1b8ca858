// The messages of dice from the generated types.

export type {
  BossName,
  Choices,
  Colour,
  DieKind,
  Finished,
  HandKind,
  HandLevel,
  ItemName,
  Landed,
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
