// The code of a table, as people type or paste it.

/** Six letters and digits without look-alikes; a whole link is understood, too. */
export function readCode(text: string): string | null {
  const last = text.trim().split(/[/?#]/).filter(Boolean).at(-1) ?? '';
  const code = last.replace(/[\s-]/g, '').toUpperCase();
  return /^[2-9A-HJKMNP-Z]{6}$/.test(code) ? code : null;
}
