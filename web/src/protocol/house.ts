// Generated from the Rust types of the messages by `cargo xtask bless`: not to be edited.

/**
 * News about a player: they left, went away or came back, a bot plays for them, or others offer
 * their chair.
 */
export type AboutPlayer = {
  /**
   * The player.
   */
  playerUuid: PlayerId,
  /**
   * Their seat.
   */
  seat: Seat,
  /**
   * The present host.
   */
  host: PlayerId,
  /**
   * All players by seat.
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
   * The chair, counted from 0; if left out, the first free one.
   */
  seat?: Seat,
  /**
   * The level of the bot.
   */
  level?: Level, };

/**
 * Adds entropy to the next game.
 */
export type AddEntropy = {
  /**
   * The entropy.
   */
  entropy: Entropy, };

/**
 * Asks for advice, at a table that allows it.
 */
export type Advise = Record<symbol, never>;

/**
 * Ranked actions.
 */
export type Advised = {
  /**
   * The possible actions, best first.
   */
  advice: Array<Hint>, };

/**
 * An announcement of the operator to everybody. It replaces the previous one.
 */
export type Announcement = {
  /**
   * The text, in one line; empty if there is no announcement any more.
   */
  message: string,
  /**
   * Its end, in milliseconds since 1970; `null` if that is unknown.
   */
  until: number | null, };

/**
 * The answer to a command that was sent without asking for an ack.
 */
export type Answered = {
  /**
   * The name of the command.
   */
  command: string,
  /**
   * The content of its ack.
   */
  answer: unknown, };

/**
 * The fields that every command at a table may have.
 */
export type AtTable = {
  /**
   * The code of the table.
   */
  gameCode: GameCode,
  /**
   * The client's id for this command: a repeat gets the same answer.
   */
  commandId?: CommandId,
  /**
   * The last number that the client had heard; a command of the game is refused if the game has
   * moved on since.
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
   * Its way of playing, in a sentence for opponents.
   */
  about: string,
  /**
   * Its rating on the scale of all games, if it was measured: a bot that is 400 points ahead
   * wins ten games of eleven, and the level `medium` has 1200 points in every game.
   */
  rating?: number, };

/**
 * A player took a chair.
 */
export type Chair = {
  /**
   * The code of the table.
   */
  gameCode: GameCode,
  /**
   * The chair, counted from 0.
   */
  seat: Seat,
  /**
   * The commitment to the luck of the next game.
   */
  commitment: Commitment,
  /**
   * The number of the last message that the command has caused so far.
   */
  seq: number, };

/**
 * The remaining time of a seat.
 */
export type Clock = {
  /**
   * The player who must move.
   */
  playerUuid: PlayerId,
  /**
   * Their seat.
   */
  seat: Seat,
  /**
   * The remaining milliseconds.
   */
  millisLeft: number, };

/**
 * The id that a client gave its command, which identifies a repeat.
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
   * The options of the game; the defaults if left out.
   */
  options?: Record<string, unknown>,
  /**
   * The creator's entropy for the luck.
   */
  entropy?: Entropy,
  /**
   * Whether the table is left out of lists and visible only to those who sit or sat there and to
   * those who have a share key.
   */
  private?: boolean,
  /**
   * The other settings of the table.
   */
  table?: Settings,
  /**
   * Luck that other tables share. A lesson and the daily deal have the same luck and options for
   * everybody: the creator plays alone against bots, and nobody else sees the table. A duplicate
   * opens two tables with the same luck.
   */
  deal?: DealKind,
  /**
   * The client's id for this command.
   */
  commandId?: CommandId, };

/**
 * A shared luck. Its name replaces a table's code in the key of the game's luck, and is written
 * like this everywhere: `lesson`, `daily/2026-11-18/cribbage`, `duplicate/VHG4SC/K7M3QX`.
 */
export type Deal = string;

/**
 * The kind of shared luck that a command asks for.
 */
export type DealKind = "lesson" | "daily" | "duplicate";

/**
 * One decision.
 */
export type Decision = {
  /**
   * The index of its input in the game, from 0.
   */
  input: number,
  /**
   * The number of the last message before it, if it is known.
   */
  seq: number | null,
  /**
   * The seat.
   */
  seat: number,
  /**
   * The action, and its worth by what could be known.
   */
  did: Hint,
  /**
   * The best action.
   */
  best: Hint,
  /**
   * The chance that was given away.
   */
  cost: number,
  /**
   * Hindsight: the seat's best chance at its next decision, or the result.
   */
  turnedOut: number, };

/**
 * Nine characters without look-alikes, such as `K7M-3QX-VB2`: too many to guess in the ten minutes
 * of its validity. Lower case is read too, and the dashes may be left out. Its `Debug` output
 * reveals nothing, which keeps it out of logs.
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
 * A seat's contribution to the luck: 16 to 64 bytes, in hex on the wire.
 */
export type Entropy = string;

/**
 * The result of a seat.
 */
export type Fared = {
  /**
   * Its chance of winning at its first decision, with the best play from there.
   */
  start: number,
  /**
   * The result: 1 for a win, otherwise 0.
   */
  result: number,
  /**
   * The chance that its decisions gave away: 0 or less.
   */
  skill: number,
  /**
   * The rest.
   */
  luck: number, };

/**
 * The phase of a table after a game.
 */
export type FinishedPhase = "gameover";

/**
 * A chair was given up.
 */
export type Freed = {
  /**
   * The chair.
   */
  seat: Seat,
  /**
   * The number of the last message that the command has caused so far.
   */
  seq: number, };

/**
 * Six characters without look-alikes, such as `VHG4SC`. Lower case is read too.
 */
export type GameCode = string;

/**
 * A game is over. The game may add fields.
 */
export type GameFinished = {
  /**
   * The winner, of partners the one in the lower seat; `null` for a lost run.
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
   * The secret of the luck, to which the house had committed itself. It is left out while others
   * may still play with the same luck.
   */
  secret?: Secret,
  /**
   * The number of the game at this table, from 1.
   */
  gameNumber: number,
  /**
   * The commitment to the luck of a rematch.
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
   * Its name for people.
   */
  name: string,
  /**
   * The version of its rules.
   */
  rulesVersion: number,
  /**
   * The least number of players.
   */
  minSeats: number,
  /**
   * The greatest number of players.
   */
  maxSeats: number,
  /**
   * The JSON Schema of its options.
   */
  options: Record<string, unknown>,
  /**
   * Its named sets of options, plainest first.
   */
  presets: Array<PresetInfo>,
  /**
   * The bots that tables can seat, weakest first.
   */
  bots: Array<BotInfo>,
  /**
   * Whether it has an adviser, for advice at a table and reviews after the game.
   */
  advice: boolean,
  /**
   * Whether it can score something outside any game.
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
   * The commitment to its luck.
   */
  commitment: Commitment,
  /**
   * Each player's entropy, by id.
   */
  entropy: { [key in string]: Entropy | null },
  /**
   * The options, as given or as they follow from the previous game.
   */
  options: Record<string, unknown> | null,
  /**
   * The shared luck of the table, if it is not its own: its name replaces the code when the key
   * is computed.
   */
  deal?: Deal, };

/**
 * A code for another device.
 */
export type GivenCode = {
  /**
   * The code, sent only here.
   */
  code: string,
  /**
   * The end of its validity, in milliseconds since 1970.
   */
  expiresAt: number, };

/**
 * A new token.
 */
export type GivenToken = {
  /**
   * The secret, sent only here.
   */
  token: string,
  /**
   * Its name in the list.
   */
  name: string, };

/**
 * A possible action, with its chance and reason.
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
   * The figures that make up the chance.
   */
  parts: Array<HintPart>,
  /**
   * The reason, in a sentence.
   */
  reason: string, };

/**
 * One figure behind a hint.
 */
export type HintPart = {
  /**
   * Its name, such as `hand`, `crib` or `make`.
   */
  name: string,
  /**
   * Its value.
   */
  value: number, };

/**
 * The house is closing; sent to every connection before it ends.
 */
export type HouseClosing = {
  /**
   * The number of milliseconds after which to connect again.
   */
  retryAfterMs: number, };

/**
 * Takes a chair.
 */
export type JoinGame = {
  /**
   * The name on the chair: 1 to 24 visible characters, at most 128 bytes, and different from all
   * others at the table.
   */
  nickname: Nickname,
  /**
   * The chair, counted from 0; if left out, the first free one.
   */
  seat?: Seat,
  /**
   * The player's entropy for the luck.
   */
  entropy?: Entropy, };

/**
 * A player took a chair.
 */
export type Joined = {
  /**
   * The player.
   */
  playerUuid: PlayerId,
  /**
   * The name on the chair.
   */
  nickname: Nickname,
  /**
   * The chair, counted from 0.
   */
  seat: Seat,
  /**
   * The chair, counted from 1.
   */
  position: number,
  /**
   * Whether it is a bot.
   */
  bot: boolean,
  /**
   * All players by seat.
   */
  players: Array<PlayerAt>,
  /**
   * The commitment to the luck of the next game.
   */
  commitment: Commitment, };

/**
 * Gives up one's chair, or stops watching.
 */
export type LeaveGame = Record<symbol, never>;

/**
 * The level of a bot, weakest first.
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
   * The other settings of the table.
   */
  table: Settings,
  /**
   * The number of chairs.
   */
  seats: number,
  /**
   * The number of free chairs.
   */
  open: number,
  /**
   * Whether a game is being played there.
   */
  started: boolean,
  /**
   * The players by seat.
   */
  players: Array<PlayerAt>, };

/**
 * A missed message.
 */
export type Missed = {
  /**
   * The name of the event.
   */
  event: string,
  /**
   * Its payload, as it was sent.
   */
  payload: unknown, };

/**
 * Makes a code that carries the player to another device. It works once, for ten minutes, and
 * replaces the previous one.
 */
export type NewCode = Record<symbol, never>;

/**
 * Asks for a token instead of the one of this connection, which stays valid until the new one is
 * used.
 */
export type NewToken = {
  /**
   * Whether the token of this connection stays valid after that too: the new one is then for
   * another device.
   */
  another?: boolean, };

/**
 * The name on a chair. In a journal's entry it is read as it was stored.
 */
export type Nickname = string;

/**
 * The fields of every event of a table.
 */
export type Numbered = {
  /**
   * The code of the table.
   */
  gameCode: GameCode,
  /**
   * The number of the message among those that this viewer hears at this table, from 1 without
   * gaps. A `state` has the number of the last message before it.
   */
  seq: number, };

/**
 * Agrees that somebody else takes a chair whose player has left or is away, while a bot plays for
 * them. Once everybody who sits there and is connected agrees, a spectator may take the chair with
 * `join_game`.
 */
export type OfferSeat = {
  /**
   * The chair, counted from 0.
   */
  seat: Seat,
  /**
   * Whether one agrees; false withdraws it.
   */
  agree?: boolean, };

/**
 * The pace of a table: the time that it waits between messages.
 */
export type Pace = "normal" | "fast" | "instant";

/**
 * A player at a table.
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
   * Whether they are the present dealer.
   */
  isDealer: boolean,
  /**
   * Whether they are connected; a bot always is.
   */
  connected: boolean,
  /**
   * Whether a bot moves here now: on its own chair, or for an absent player.
   */
  bot: boolean,
  /**
   * The level of the bot that holds this chair.
   */
  level?: Level,
  /**
   * The seats that agree that somebody else takes this chair, whose player has gone.
   */
  offeredBy?: Array<Seat>,
  /**
   * Whether all who are there agree: a spectator may then take this chair.
   */
  offered?: boolean, };

/**
 * A player's public id; it proves nothing.
 */
export type PlayerId = string;

/**
 * A named set of options.
 */
export type PresetInfo = {
  /**
   * Its name for people.
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
   * A stable code, such as `table/full`.
   */
  code: string,
  /**
   * A sentence for a player.
   */
  message: string,
  /**
   * The game's own word, if its rules refused.
   */
  reason?: string,
  /**
   * Every fault of the options.
   */
  faults?: Array<SetupFault>,
  /**
   * The number of milliseconds after which to try again, if waiting helps.
   */
  retryAfterMs?: number, };

/**
 * The answer to a refused command.
 */
export type Refused = {
  /**
   * Always false.
   */
  ok: false,
  /**
   * The reason.
   */
  error: Refusal, };

/**
 * Plays again.
 */
export type Rematch = {
  /**
   * The player's entropy for the next game.
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
   * The player.
   */
  playerUuid: PlayerId,
  /**
   * Their seat.
   */
  seat: Seat,
  /**
   * The present host.
   */
  host: PlayerId,
  /**
   * All players by seat.
   */
  players: Array<PlayerAt>, };

/**
 * Frees a chair before a game or after it; only the host may.
 */
export type RemoveSeat = {
  /**
   * The chair.
   */
  seat: Seat, };

/**
 * The review of a finished game.
 */
export type Review = {
  /**
   * The key of the game.
   */
  game: string,
  /**
   * The indices into `decisions` of the costliest ones, costliest first.
   */
  costliest: Array<number>,
  /**
   * The result of each seat.
   */
  seats: Array<Fared>,
  /**
   * Every decision that the adviser could judge, in the order of the game.
   */
  decisions: Array<Decision>,
  /**
   * Whether there were more decisions than were judged.
   */
  shortened: boolean, };

/**
 * Revokes one of one's own tokens. Other connections that used it are closed.
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
 * 32 bytes that nobody knows before the end of the game. Its `Debug` output reveals nothing.
 */
export type Secret = string;

/**
 * The player's identity, sent on every connection.
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
 * The settings of a table besides its game's options.
 */
export type Settings = {
  /**
   * The time that the table waits between messages.
   */
  pace: Pace,
  /**
   * Whether a player may ask for advice.
   */
  hints: boolean,
  /**
   * The time that a seat may think before a bot moves for it, in seconds; unlimited if left out.
   */
  clockSeconds: number | null, };

/**
 * One fault in a table's options.
 */
export type SetupFault = {
  /**
   * The faulty option, by its name in JSON.
   */
  field: string,
  /**
   * The fault and the accepted values, in a sentence for a player.
   */
  message: string, };

/**
 * Makes a key that lets anybody who has it watch a private table and see its finished games. Only
 * a player who sits there may.
 */
export type ShareGame = Record<symbol, never>;

/**
 * 16 bytes that open a private table to anybody who has them. Its `Debug` output reveals nothing.
 */
export type ShareKey = string;

/**
 * The share key of a spectator was revoked: no more messages of this table follow.
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
   * The number of the key at this table, for revoking it.
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
 * One or more seats that share a score, numbered from 0.
 */
export type Side = number;

/**
 * The game as it has been shown so far. It follows every batch of messages and is never repeated:
 * a client that missed one gets the next, or asks with `sync`.
 */
export type State = {
  /**
   * The game's view; before the first game only its phase.
   */
  view: unknown,
  /**
   * The legal actions, in the form of the game's commands; empty while messages are still to be
   * shown.
   */
  legal: unknown,
  /**
   * The remaining time of each seat that is known to be asked.
   */
  clocks: Array<Clock>, };

/**
 * The present state of the table, as a player may see it.
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
   * One's own seat; `null` for a spectator.
   */
  seat: Seat | null,
  /**
   * The player who may add bots and free chairs.
   */
  host: PlayerId,
  /**
   * Whether the table is left out of lists and visible to its own people only.
   */
  private: boolean,
  /**
   * The number of chairs.
   */
  seats: number,
  /**
   * The players by seat.
   */
  players: Array<PlayerAt>,
  /**
   * The options of the game, as they were given.
   */
  options: Record<string, unknown> | null,
  /**
   * The other settings of the table.
   */
  table: Settings,
  /**
   * The number of games begun.
   */
  gameNumber: number,
  /**
   * The commitment to the present or next game.
   */
  commitment: Commitment,
  /**
   * The shared luck of the table, if it is not its own.
   */
  deal?: Deal,
  /**
   * The game's view; before the first game only its phase.
   */
  view: unknown,
  /**
   * The legal actions, in the form of the game's commands.
   */
  legal: unknown,
  /**
   * The remaining time of each seat that must move.
   */
  clocks: Array<Clock>,
  /**
   * The missed messages, if all of them are still known. They may be played instead of the view.
   */
  events?: Array<Missed>, };

/**
 * Asks for the present state of the table.
 */
export type SyncGame = {
  /**
   * The last number that was received: the answer has the later messages, if they are still
   * known.
   */
  since?: number,
  /**
   * A share key, which opens a private table.
   */
  key?: ShareKey, };

/**
 * The table was closed.
 */
export type TableClosed = {
  /**
   * The reason.
   */
  reason: Why, };

/**
 * A token, without the secret.
 */
export type TokenInfo = {
  /**
   * Its name: the first 16 hexadecimal digits of its SHA-256.
   */
  name: string,
  /**
   * When it was issued, in milliseconds since 1970.
   */
  madeAt: number,
  /**
   * When it was last used, rounded to a day, in milliseconds since 1970; `null` before the first
   * use.
   */
  usedAt: number | null,
  /**
   * Whether it is the token of this connection.
   */
  current: boolean, };

/**
 * The tokens of the player who asks.
 */
export type TokenList = {
  /**
   * The valid tokens, oldest first.
   */
  tokens: Array<TokenInfo>, };

/**
 * Revokes a share key. Only a player who sits there may.
 */
export type UnshareGame = {
  /**
   * The number of the key; if left out, all are revoked.
   */
  share?: number, };

/**
 * Gives this device a token of the player who made the code. It takes effect with the next
 * connection; the present connection keeps its player.
 */
export type UseCode = {
  /**
   * The code; dashes, spaces and case do not matter.
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
 * The phase of a table before the first game.
 */
export type WaitingPhase = "waiting";

/**
 * Receives the messages of a table as a spectator. The answer is that of `sync`.
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

/** The answer to a command. */
export type Answer<Fields> = ({ ok: true } & Fields) | Refused;

/** The fields of one kind of event, by its name: those of a struct, or `value`. */
export type Variant<Event, Name extends string> = Event extends Name
  ? unknown
  : Event extends Record<Name, infer Fields>
    ? Fields extends unknown[] | string | number | boolean | null
      ? { value: Fields }
      : Fields
    : never;

/** The commands that a client may send, by name. */
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

/** The answer to each command that is obeyed, by its name. Commands of games are answered as `act` is. */
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

/** The events that a client may hear, by name. */
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
