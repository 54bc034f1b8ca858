// Reads the rules of a game, `games/<key>/rules/<language>.md`, when the page is built, so that the
// page needs no Markdown reader. It accepts only the Markdown that the rules need and refuses everything
// else: headings, paragraphs, lists, tables, **special words**, and examples, fenced as `text <key>`.

/** A sentence in pieces; a `strong` piece is a special word at the place that explains it. */
export type Inline = { text: string; strong?: true }[];

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: Inline }
  | { kind: 'list'; items: Inline[] }
  | { kind: 'table'; head: Inline[]; rows: Inline[][] }
  | { kind: 'example'; game: string; asked: Asked; total: number };

/** The request to the game's scorer. */
export type Asked = Record<string, string | true>;

export function readRules(text: string): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (line === '') {
      at += 1;
      continue;
    }
    const end = line.startsWith('```') ? lines.indexOf('```', at + 1) + 1 : endOf(lines, at);
    if (end <= at) throw new Error(`this block must have an end: ${line}`);
    blocks.push(readBlock(lines.slice(at, end)));
    at = end;
  }
  return blocks;
}

/** A block ends with an empty line. */
function endOf(lines: string[], from: number): number {
  const end = lines.indexOf('', from);
  return end < 0 ? lines.length : end;
}

function readBlock(lines: string[]): Block {
  const [first = ''] = lines;
  const heading = /^(#{1,3}) (.+)$/.exec(first);
  if (heading) {
    const [, signs = '', text = ''] = heading;
    if (lines.length > 1) throw new Error(`there must be an empty line below ${first}`);
    return { kind: 'heading', level: signs.length, text };
  }
  if (first.startsWith('```')) return readExample(first.slice(3), lines.slice(1, -1));
  if (first.startsWith('|')) {
    const [head = [], , ...rows] = lines.map((row) => row.slice(1, -1).split('|').map((cell) => readInline(cell.trim())));
    return { kind: 'table', head, rows };
  }
  if (first.startsWith('- ')) {
    const items = lines.map((item) => {
      if (!item.startsWith('- ')) throw new Error(`every line of a list must be an item: ${item}`);
      return readInline(item.slice(2));
    });
    return { kind: 'list', items };
  }
  if (/^([#>*+]|\d+\.|<|!|\[)/.test(first)) throw new Error(`the rules must not use this kind of block: ${first}`);
  return { kind: 'paragraph', text: readInline(lines.join(' ')) };
}

function readInline(text: string): Inline {
  if (/[`[\]<>_]/.test(text)) throw new Error(`the rules must not use these characters: ${text}`);
  const pieces = text.split('**').map((piece, place) => (place % 2 === 1 ? { text: piece, strong: true as const } : { text: piece }));
  if (pieces.length % 2 === 0 || text.replaceAll('**', '').includes('*')) throw new Error(`every special word must have an end: ${text}`);
  return pieces.filter((piece) => piece.text !== '');
}

function readExample(info: string, lines: string[]): Block {
  const game = /^text (\w+)$/.exec(info)?.[1];
  if (game === undefined) throw new Error(`an example must name its game: ${info}`);
  const asked: Asked = {};
  let total: number | null = null;
  for (const line of lines) {
    const [, field, value] = /^(\w+): (.+)$/.exec(line) ?? [];
    if (field !== undefined && value !== undefined) asked[field] = value === 'true' ? true : value;
    else if (line.startsWith('= ')) total ??= Number.parseInt(line.slice(2), 10);
    else throw new Error(`every line of an example must be a field or a total: ${line}`);
  }
  if (total === null || Number.isNaN(total)) throw new Error(`an example must have a total: ${lines.join(' ')}`);
  return { kind: 'example', game, asked, total };
}
