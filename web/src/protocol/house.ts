// Generated from the Rust types of the messages by `cargo xtask bless`: not to be edited.

/**
 * Something about a player: they left, went away or came back, a bot plays for them, or others
 * offer their chair.
 */
export type AboutPlayer = {
  /**
   * Who.
   */
  playerUuid: PlayerId,
  /**
   * Their seat.
   */
  seat: Seat,
  /**
   * Who is the host now.
   */
  host: PlayerId,
  /**
   * Who sits where now.
   */
  players: Array<PlayerAt>, };

/**
 * Any action of any game, in the game's own JSON.
 */
export type Act = {
  /**
   * The action.
   */
  action: unknown, };

/**
 * Puts a bot on a chair; only the host may.
 */
export type AddBot = {
  /**
   * Which chair, counted from 0; otherwise the first that is free.
   */
  seat?: Seat,
  /**
   * How well it plays.
   */
  level?: Level, };

/**
 * Adds to the luck of the game that is about to begin.
 */
export type AddEntropy = {
  /**
   * What.
   */
  entropy: Entropy, };

/**
 * Asks what to do, at a table that allows it.
 */
export type Advise = Record<symbol, never>;

/**
 * Ranked actions.
 */
export type Advised = {
  /**
   * What one could do, the best first.
   */
  advice: Array<Hint>, };

/**
 * Whoever runs the house tells everybody something. It replaces the announcement before.
 */
export type Announcement = {
  /**
   * What, in one line; empty if there is nothing to tell any more.
   */
  message: string,
  /**
   * Until when, in milliseconds since 1970; nothing if that is not known.
   */
  until: number | null, };

/**
 * The answer to a command that came without the number of an ack.
 */
export type Answered = {
  /**
   * The name of the command.
   */
  command: string,
  /**
   * What its ack would have been.
   */
  answer: unknown, };

/**
 * What every command at a table may carry.
 */
export type AtTable = {
  /**
   * The code of the table.
   */
  gameCode: GameCode,
  /**
   * The client's name for this command: the same again is answered as the first time.
   */
  commandId?: CommandId,
  /**
   * The last number that the client had heard; a command of the game is refused if
   * the game moved on since.
   */
  expectSeq?: number, };

/**
 * A bot of a game.
 */
export type BotInfo = {
  /**
   * The level by which it is chosen.
   */
  level: Level,
  /**
   * What it is like to play against, in a sentence.
   */
  about: string, };

/**
 * Somebody has a chair now.
 */
export type Chair = {
  /**
   * The code of the table.
   */
  gameCode: GameCode,
  /**
   * Which chair, counted from 0.
   */
  seat: Seat,
  /**
   * What the house promises about the cards of the game to come.
   */
  commitment: Commitment,
  /**
   * The number of the last message that the command has caused so far.
   */
  seq: number, };

/**
 * How long a seat may still think.
 */
export type Clock = {
  /**
   * Who is to move.
   */
  playerUuid: PlayerId,
  /**
   * Their seat.
   */
  seat: Seat,
  /**
   * How many milliseconds they have.
   */
  millisLeft: number, };

/**
 * The name that a client gave its command, so that a repeat is known as one.
 */
export type CommandId = string;

/**
 * The SHA-256 of a secret.
 */
export type Commitment = string;

/**
 * Opens a table and takes its first chair.
 */
export type CreateGame = {
  /**
   * The key of the game.
   */
  game: string,
  /**
   * The name on the creator's chair: 1 to 24 visible characters, at most 128 bytes.
   */
  nickname: Nickname,
  /**
   * The options of the game; nothing means the usual ones.
   */
  options?: Record<string, unknown>,
  /**
   * What the creator adds to the luck.
   */
  entropy?: Entropy,
  /**
   * Whether the table is left out of lists and shows itself only to who sits or sat there
   * and to who has a share key.
   */
  private?: boolean,
  /**
   * What the table chooses besides.
   */
  table?: Settings,
  /**
   * Luck that is not the table's own. A lesson and the daily deal have the same luck and options
   * for everybody: the creator plays alone against bots, and nobody else sees the table. A
   * duplicate opens two tables with one luck.
   */
  deal?: DealKind,
  /**
   * The client's name for this command.
   */
  commandId?: CommandId, };

/**
 * Which luck. Its name stands in the key of the game's luck in the place of a table's code, and
 * is how it is written everywhere: `lesson`, `daily/2026-11-18/cribbage`,
 * `duplicate/VHG4SC/K7M3QX`.
 */
export type Deal = string;

/**
 * Which luck is asked for.
 */
export type DealKind = "lesson" | "daily" | "duplicate";

/**
 * One decision.
 */
export type Decision = {
  /**
   * Which input of the game it was, from 0.
   */
  input: number,
  /**
   * The number of the last message before it, where that is known.
   */
  seq: number | null,
  /**
   * Who decided.
   */
  seat: number,
  /**
   * What was done, and what it was worth by what could be known.
   */
  did: Hint,
  /**
   * What would have been best.
   */
  best: Hint,
  /**
   * What was given away.
   */
  cost: number,
  /**
   * Hindsight: the seat's best chance at its next decision, or the result.
   */
  turnedOut: number, };

/**
 * Nine characters without look-alikes, as `K7M-3QX-VB2`: too many to guess in the ten minutes
 * that it is good for. Small letters are read too, and the dashes may be left out. Its `Debug`
 * tells nothing, so that no log does.
 */
export type DeviceCode = string;

/**
 * A command was obeyed.
 */
export type Done = {
  /**
   * The number of the last message that the command has caused so far.
   */
  seq: number, };

/**
 * What a seat adds to the luck: 16 to 64 bytes, in hex on the wire.
 */
export type Entropy = string;

/**
 * How a seat fared.
 */
export type Fared = {
  /**
   * Its chance to win at its first decision, if it had played on as well as can be.
   */
  start: number,
  /**
   * What came of it: 1 for a win, 0 for none.
   */
  result: number,
  /**
   * What its decisions gave away: 0 or less.
   */
  skill: number,
  /**
   * All else that happened.
   */
  luck: number, };

/**
 * What a table does after a game.
 */
export type FinishedPhase = "gameover";

/**
 * A chair was given up.
 */
export type Freed = {
  /**
   * Which.
   */
  seat: Seat,
  /**
   * The number of the last message that the command has caused so far.
   */
  seq: number, };

/**
 * Six characters without look-alikes, as `VHG4SC`. Small letters are read too.
 */
export type GameCode = string;

/**
 * A game is over. The game may add to it.
 */
export type GameFinished = {
  /**
   * Who won, of partners the one in the lower seat; nobody in a lost run.
   */
  winner: string | null,
  /**
   * The side that won, counted from 0.
   */
  side: Side | null,
  /**
   * Always `gameover`.
   */
  gamePhase: FinishedPhase,
  /**
   * The secret that the luck came from, which the commitment promised. It is left out where
   * others may still play with the same luck.
   */
  secret?: Secret,
  /**
   * The number of the game at this table, from 1.
   */
  gameNumber: number,
  /**
   * What is promised about the cards of a rematch.
   */
  nextCommitment: Commitment,
  /**
   * The score of each player, by id.
   */
  scores: { [key in string]: number },
  /**
   * The score of seat 0.
   */
  p1Score?: number,
  /**
   * The score of seat 1.
   */
  p2Score?: number,
  /**
   * The score of seat 2.
   */
  p3Score?: number,
  /**
   * The score of seat 3.
   */
  p4Score?: number,
  /**
   * The score of seat 4.
   */
  p5Score?: number,
  /**
   * The score of seat 5.
   */
  p6Score?: number,
  /**
   * The score of seat 6.
   */
  p7Score?: number,
  /**
   * The score of seat 7.
   */
  p8Score?: number, };

/**
 * A game of the house.
 */
export type GameInfo = {
  /**
   * The word by which it is chosen.
   */
  key: string,
  /**
   * What people call it.
   */
  name: string,
  /**
   * The version of its rules.
   */
  rulesVersion: number,
  /**
   * The fewest who can play.
   */
  minSeats: number,
  /**
   * The most who can play.
   */
  maxSeats: number,
  /**
   * The JSON Schema of its options.
   */
  options: Record<string, unknown>,
  /**
   * Its named sets of options, the plainest first.
   */
  presets: Array<PresetInfo>,
  /**
   * The bots that tables can seat, the weakest first.
   */
  bots: Array<BotInfo>,
  /**
   * Whether somebody can tell what is best in it, at a table and after the game.
   */
  advice: boolean,
  /**
   * Whether it scores something outside any game.
   */
  scorer: boolean, };

/**
 * The open tables and the games of the house.
 */
export type GameList = {
  /**
   * The public tables that wait for players.
   */
  tables: Array<Listing>,
  /**
   * The games of the house, as `GET /api/games` gives them.
   */
  games: Array<GameInfo>, };

/**
 * A game begins.
 */
export type GameStarted = {
  /**
   * The number of the game at this table, from 1.
   */
  gameNumber: number,
  /**
   * What is promised about its cards.
   */
  commitment: Commitment,
  /**
   * What each player added to the luck, by id.
   */
  entropy: { [key in string]: Entropy | null },
  /**
   * The options, as they were given or as they follow from the game before.
   */
  options: Record<string, unknown> | null,
  /**
   * Which luck is dealt, if not the table's own: its name stands in the place of the code
   * when the key is computed.
   */
  deal?: Deal, };

/**
 * A code for another device.
 */
export type GivenCode = {
  /**
   * The code, told only here.
   */
  code: string,
  /**
   * From when on it is no longer good, in milliseconds since 1970.
   */
  expiresAt: number, };

/**
 * A new token.
 */
export type GivenToken = {
  /**
   * The secret, told only here.
   */
  token: string,
  /**
   * What it is called in the list.
   */
  name: string, };

/**
 * Something that a player could do, and what speaks for it.
 */
export type Hint = {
  /**
   * The command, as `legal` lists it.
   */
  command: Record<string, unknown>,
  /**
   * The chance that the player's side wins the game after it: 0 to 1.
   */
  chance: number,
  /**
   * What the chance is made of.
   */
  parts: Array<HintPart>,
  /**
   * Why, in a sentence.
   */
  reason: string, };

/**
 * One figure behind a hint.
 */
export type HintPart = {
  /**
   * What it measures, as `hand`, `crib` or `make`.
   */
  name: string,
  /**
   * How much.
   */
  value: number, };

/**
 * The house is closing, told to every connection before it ends.
 */
export type HouseClosing = {
  /**
   * In how many milliseconds it is worth connecting again.
   */
  retryAfterMs: number, };

/**
 * Takes a chair.
 */
export type JoinGame = {
  /**
   * The name on the chair: 1 to 24 visible characters, at most 128 bytes, and unlike any
   * other at the table.
   */
  nickname: Nickname,
  /**
   * Which chair, counted from 0; otherwise the first that is free.
   */
  seat?: Seat,
  /**
   * What the player adds to the luck.
   */
  entropy?: Entropy, };

/**
 * Somebody took a chair.
 */
export type Joined = {
  /**
   * Who.
   */
  playerUuid: PlayerId,
  /**
   * As what.
   */
  nickname: Nickname,
  /**
   * Which chair, counted from 0.
   */
  seat: Seat,
  /**
   * The same, counted from 1.
   */
  position: number,
  /**
   * Whether it is a bot.
   */
  bot: boolean,
  /**
   * Who sits where now.
   */
  players: Array<PlayerAt>,
  /**
   * What the house promises about the cards of the game to come.
   */
  commitment: Commitment, };

/**
 * Gives up one's chair, or no longer watches.
 */
export type LeaveGame = Record<symbol, never>;

/**
 * How well a bot plays, the weakest first.
 */
export type Level = "random" | "easy" | "medium" | "hard" | "expert";

/**
 * Lists the open tables and the games of the house.
 */
export type ListGames = Record<symbol, never>;

/**
 * Lists one's own tokens.
 */
export type ListTokens = Record<symbol, never>;

/**
 * A table in a list.
 */
export type Listing = {
  /**
   * The code of the table.
   */
  gameCode: GameCode,
  /**
   * The key of the game.
   */
  game: string,
  /**
   * The options of the game, as they were given.
   */
  options: Record<string, unknown> | null,
  /**
   * What the table chose besides.
   */
  table: Settings,
  /**
   * How many chairs there are.
   */
  seats: number,
  /**
   * How many of them are free.
   */
  open: number,
  /**
   * Whether a game is played there.
   */
  started: boolean,
  /**
   * Who sits where.
   */
  players: Array<PlayerAt>, };

/**
 * A message that somebody missed.
 */
export type Missed = {
  /**
   * What the event is called.
   */
  event: string,
  /**
   * Its payload, as it was sent.
   */
  payload: unknown, };

/**
 * Makes a code that carries the player to another device. It works once, for ten minutes, and
 * takes the place of the one before.
 */
export type NewCode = Record<symbol, never>;

/**
 * Asks for a token instead of the one of this connection, which stays good until the new one
 * is used.
 */
export type NewToken = {
  /**
   * Whether the token of this connection stays good after that too: then the new one is for
   * another device.
   */
  another?: boolean, };

/**
 * The name on a chair. As a part of a journal's entry it is read as it was stored.
 */
export type Nickname = string;

/**
 * What every event of a table carries.
 */
export type Numbered = {
  /**
   * The code of the table.
   */
  gameCode: GameCode,
  /**
   * The number of the message among those that this viewer hears at this table, from 1
   * without gaps. A `state` carries the number of the last message before it.
   */
  seq: number, };

/**
 * Agrees that somebody else takes a chair whose player has left or is away, while a bot plays
 * for them. Once everybody who sits there and is connected agrees, whoever watches may take the
 * chair with `join_game`.
 */
export type OfferSeat = {
  /**
   * Which, counted from 0.
   */
  seat: Seat,
  /**
   * Whether one agrees; false takes it back.
   */
  agree?: boolean, };

/**
 * How long the table waits between what it shows.
 */
export type Pace = "normal" | "fast" | "instant";

/**
 * Who sits where.
 */
export type PlayerAt = {
  /**
   * The public id.
   */
  uuid: PlayerId,
  /**
   * The name on the chair.
   */
  nickname: Nickname,
  /**
   * The seat, counted from 1.
   */
  position: number,
  /**
   * The seat, counted from 0.
   */
  seat: Seat,
  /**
   * Whether they deal now.
   */
  isDealer: boolean,
  /**
   * Whether they are there; a bot always is.
   */
  connected: boolean,
  /**
   * Whether a bot moves here now: its own chair, or while somebody is away.
   */
  bot: boolean,
  /**
   * How well the bot plays that holds this chair.
   */
  level?: Level,
  /**
   * The seats that agree that somebody else takes this chair, whose player has gone.
   */
  offeredBy?: Array<Seat>,
  /**
   * Whether all agree who are there: then whoever watches may take this chair.
   */
  offered?: boolean, };

/**
 * Who a player is, for everybody to see; it proves nothing.
 */
export type PlayerId = string;

/**
 * A named set of options.
 */
export type PresetInfo = {
  /**
   * What people call it.
   */
  name: string,
  /**
   * The options.
   */
  options: Record<string, unknown>, };

/**
 * A refused command: a code for programs, a sentence for players.
 */
export type Refusal = {
  /**
   * A stable code, as `table/full`.
   */
  code: string,
  /**
   * A sentence for a player.
   */
  message: string,
  /**
   * The game's own word, where its rules refused.
   */
  reason?: string,
  /**
   * Every fault of the options.
   */
  faults?: Array<SetupFault>,
  /**
   * In how many milliseconds it is worth trying again, where waiting helps.
   */
  retryAfterMs?: number, };

/**
 * What a refused command is answered.
 */
export type Refused = {
  /**
   * Always false.
   */
  ok: false,
  /**
   * Why.
   */
  error: Refusal, };

/**
 * Plays again.
 */
export type Rematch = {
  /**
   * What the player adds to the luck of the next game.
   */
  entropy?: Entropy, };

/**
 * A player wants to play again.
 */
export type RematchAgreed = {
  /**
   * The number of the game that they want.
   */
  gameNumber: number,
  /**
   * Who.
   */
  playerUuid: PlayerId,
  /**
   * Their seat.
   */
  seat: Seat,
  /**
   * Who is the host now.
   */
  host: PlayerId,
  /**
   * Who sits where now.
   */
  players: Array<PlayerAt>, };

/**
 * Frees a chair before a game or after it; only the host may.
 */
export type RemoveSeat = {
  /**
   * Which.
   */
  seat: Seat, };

/**
 * A finished game, looked at again.
 */
export type Review = {
  /**
   * The key of the game.
   */
  game: string,
  /**
   * The places in `decisions` of the costliest ones, the costliest first.
   */
  costliest: Array<number>,
  /**
   * How each seat fared.
   */
  seats: Array<Fared>,
  /**
   * Every decision that the adviser could judge, in the order of the game.
   */
  decisions: Array<Decision>,
  /**
   * Whether there were more decisions than were looked at.
   */
  shortened: boolean, };

/**
 * Revokes one of one's own tokens. Other connections that came with it are ended.
 */
export type RevokeToken = {
  /**
   * Its name in the list.
   */
  name: string, };

/**
 * A chair at the table, numbered clockwise from 0. "Left of" is the next one.
 */
export type Seat = number;

/**
 * 32 bytes that nobody knows before the end of the game. Its `Debug` tells nothing.
 */
export type Secret = string;

/**
 * Who somebody is, told on every connection.
 */
export type Session = {
  /**
   * The public id.
   */
  playerUuid: string,
  /**
   * The secret that makes the next connection the same player.
   */
  token: string, };

/**
 * What a table may choose besides its game's options.
 */
export type Settings = {
  /**
   * How long the table waits between what it shows.
   */
  pace: Pace,
  /**
   * Whether a player may ask what to do.
   */
  hints: boolean,
  /**
   * How long a seat may think before a bot moves for it; without it, for ever.
   */
  clockSeconds: number | null, };

/**
 * One thing wrong with a table's options.
 */
export type SetupFault = {
  /**
   * The option at fault, as it is called in JSON.
   */
  field: string,
  /**
   * What is wrong and what is accepted, for a player.
   */
  message: string, };

/**
 * Makes a key that opens a private table to whoever has it, to watch and to see its finished
 * games. Only who sits there may.
 */
export type ShareGame = Record<symbol, never>;

/**
 * 16 bytes that open a private table to whoever has them. Its `Debug` tells nothing.
 */
export type ShareKey = string;

/**
 * The share key by which a spectator watched was revoked: nothing more of this table comes.
 */
export type ShareRevoked = {
  /**
   * The code of the table.
   */
  gameCode: GameCode, };

/**
 * A share key was made.
 */
export type Shared = {
  /**
   * The number of the key at this table, to revoke it by.
   */
  share: number,
  /**
   * The key, 32 hexadecimal digits. The house keeps only a hash of it.
   */
  key: ShareKey,
  /**
   * The number of the last message that the command has caused so far.
   */
  seq: number, };

/**
 * Who shares a score, numbered from 0.
 */
export type Side = number;

/**
 * The game as it has been shown so far. It follows every batch of messages and is
 * never repeated: whoever missed one has the next, or asks with `sync`.
 */
export type State = {
  /**
   * The game's view; before the first game only that it waits.
   */
  view: unknown,
  /**
   * What one may do now, in the form of the game's commands; nothing while something is
   * still to be shown.
   */
  legal: unknown,
  /**
   * How long each seat that is known to be asked may still think.
   */
  clocks: Array<Clock>, };

/**
 * The table as a player may see it now.
 */
export type Sync = {
  /**
   * The code of the table.
   */
  gameCode: GameCode,
  /**
   * The key of the game.
   */
  game: string,
  /**
   * The number of the last message.
   */
  seq: number,
  /**
   * One's own seat; nothing for a spectator.
   */
  seat: Seat | null,
  /**
   * Who may add bots and free chairs.
   */
  host: PlayerId,
  /**
   * Whether the table is left out of lists and shows itself to its people alone.
   */
  private: boolean,
  /**
   * How many chairs there are.
   */
  seats: number,
  /**
   * Who sits where.
   */
  players: Array<PlayerAt>,
  /**
   * The options of the game, as they were given.
   */
  options: Record<string, unknown> | null,
  /**
   * What the table chose besides.
   */
  table: Settings,
  /**
   * How many games have begun.
   */
  gameNumber: number,
  /**
   * What is promised about the game in play, or about the next.
   */
  commitment: Commitment,
  /**
   * Which luck is dealt, if not the table's own.
   */
  deal?: Deal,
  /**
   * The game's view; before the first game only that it waits.
   */
  view: unknown,
  /**
   * What one may do now, in the form of the game's commands.
   */
  legal: unknown,
  /**
   * How long each seat that is to move may still think.
   */
  clocks: Array<Clock>,
  /**
   * What was missed, if all of it is still known. Then it may be played instead of the view.
   */
  events?: Array<Missed>, };

/**
 * Asks for the table as one may see it now.
 */
export type SyncGame = {
  /**
   * The last number that was heard: the answer has what came after, if it is still known.
   */
  since?: number,
  /**
   * A share key, which opens a private table.
   */
  key?: ShareKey, };

/**
 * The table is no more.
 */
export type TableClosed = {
  /**
   * Why.
   */
  reason: Why, };

/**
 * A token, without the secret.
 */
export type TokenInfo = {
  /**
   * What it is called: the first 16 hexadecimal digits of its SHA-256.
   */
  name: string,
  /**
   * When it was given, in milliseconds since 1970.
   */
  madeAt: number,
  /**
   * When it was last used, to a day, in milliseconds since 1970; nothing before the first time.
   */
  usedAt: number | null,
  /**
   * Whether it is the token of this connection.
   */
  current: boolean, };

/**
 * The tokens that lead to the player who asks.
 */
export type TokenList = {
  /**
   * Each that is good, the oldest first.
   */
  tokens: Array<TokenInfo>, };

/**
 * Revokes a share key. Only who sits there may.
 */
export type UnshareGame = {
  /**
   * The number of the key; without it all are revoked.
   */
  share?: number, };

/**
 * Gives this device a token of the player who made the code. It counts from the next
 * connection on, and the connection that asks stays who it was.
 */
export type UseCode = {
  /**
   * The code; dashes, spaces and small letters do not matter.
   */
  code: DeviceCode, };

/**
 * The view before the first game.
 */
export type Waiting = {
  /**
   * Always `waiting`.
   */
  phase: WaitingPhase, };

/**
 * What a table does before the first game.
 */
export type WaitingPhase = "waiting";

/**
 * Hears what happens as a spectator. The answer is that of `sync`.
 */
export type WatchGame = {
  /**
   * A share key, which opens a private table.
   */
  key?: ShareKey, };

/**
 * Why a table was closed.
 */
export type Why = "abandoned" | "idle" | "operator";

/** How a command is answered. */
export type Answer<Fields> = ({ ok: true } & Fields) | Refused;

/** The fields of one kind of event, by its name: those of a struct, or `value`. */
export type Variant<Event, Name extends string> = Event extends Name
  ? unknown
  : Event extends Record<Name, infer Fields>
    ? Fields extends unknown[] | string | number | boolean | null
      ? { value: Fields }
      : Fields
    : never;

/** What a client may send, by name. */
export type Commands = {
  create_game: CreateGame;
  list_games: ListGames;
  new_token: NewToken;
  list_tokens: ListTokens;
  revoke_token: RevokeToken;
  new_code: NewCode;
  use_code: UseCode;
  join_game: AtTable & JoinGame;
  watch_game: AtTable & WatchGame;
  sync: AtTable & SyncGame;
  add_bot: AtTable & AddBot;
  remove_seat: AtTable & RemoveSeat;
  leave_game: AtTable & LeaveGame;
  offer_seat: AtTable & OfferSeat;
  rematch: AtTable & Rematch;
  add_entropy: AtTable & AddEntropy;
  share_game: AtTable & ShareGame;
  unshare_game: AtTable & UnshareGame;
  advise: AtTable & Advise;
  act: AtTable & Act;
};

/** What a command is answered when it is obeyed, by its name. Commands of games are answered as `act` is. */
export type Acks = {
  create_game: Chair;
  list_games: GameList;
  new_token: GivenToken;
  list_tokens: TokenList;
  revoke_token: TokenList;
  new_code: GivenCode;
  use_code: GivenToken;
  join_game: Chair;
  watch_game: Sync;
  sync: Sync;
  add_bot: Chair;
  remove_seat: Freed;
  leave_game: Freed;
  offer_seat: Done;
  rematch: Done;
  add_entropy: Done;
  share_game: Shared;
  unshare_game: Done;
  advise: Advised;
  act: Done;
};

/** What a client may hear, by name. */
export type Events = {
  session: Session;
  house_closing: HouseClosing;
  announcement: Announcement;
  player_joined: Numbered & Joined;
  opponent_joined: Numbered & Joined;
  player_left: Numbered & AboutPlayer;
  player_disconnected: Numbered & AboutPlayer;
  player_reconnected: Numbered & AboutPlayer;
  bot_took_over: Numbered & AboutPlayer;
  seat_offered: Numbered & AboutPlayer;
  game_started: Numbered & GameStarted;
  game_finished: Numbered & GameFinished;
  rematch_agreed: Numbered & RematchAgreed;
  table_closed: Numbered & TableClosed;
  state: Numbered & State;
  share_revoked: ShareRevoked;
  answer: Answered;
};
