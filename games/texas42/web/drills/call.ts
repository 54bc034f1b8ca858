// Reads calls in the house's notation for drills: `pass`, `31`, `1 mark`, `splash 2`.

import type { Call } from '../wire';

export function readCall(text: string): Call {
  const marks = /^(\d) marks?$/.exec(text);
  if (marks) return { marks: Number(marks[1]) };
  const partners = /^(plunge|splash) (\d)$/.exec(text);
  if (partners) return partners[1] === 'plunge' ? { plunge: Number(partners[2]) } : { splash: Number(partners[2]) };
  return text === 'pass' ? 'pass' : Number(text);
}
