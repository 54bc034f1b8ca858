// The worker that computes moves of bots, advice and reviews. Each may take long.

import { loadGlue } from './glue';

type Task = { kind: 'think'; id: number; job: string } | { kind: 'review'; entries: string; now: number; game: number };

export type Thought =
  | { kind: 'thought'; id: number; answer: string | undefined; failed: boolean }
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'reviewed'; answer: string | undefined };

const pocket = self as unknown as { postMessage(thought: Thought): void; onmessage: ((event: MessageEvent<Task>) => void) | null };
const glue = loadGlue();

async function take(task: Task): Promise<void> {
  if (task.kind === 'think') {
    try {
      pocket.postMessage({ kind: 'thought', id: task.id, answer: (await glue).think(task.job), failed: false });
    } catch {
      pocket.postMessage({ kind: 'thought', id: task.id, answer: undefined, failed: true });
    }
    return;
  }
  try {
    const tell = (done: number, of: number): void => pocket.postMessage({ kind: 'progress', done, of });
    pocket.postMessage({ kind: 'reviewed', answer: (await glue).review(task.entries, task.now, task.game, { tell }) });
  } catch {
    pocket.postMessage({ kind: 'reviewed', answer: undefined });
  }
}

pocket.onmessage = ({ data }) => void take(data);
