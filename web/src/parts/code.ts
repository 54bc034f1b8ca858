// Reads the code of a table from typed or pasted text.

/** A code has six letters and digits without look-alikes. A whole link is accepted, too. */
export function readCode(text: string): string | null {
  const last = text.trim().split(/[/?#]/).filter(Boolean).at(-1) ?? '';
  const code = last.replace(/[\s-]/g, '').toUpperCase();
  return /^[2-9A-HJKMNP-Z]{6}$/.test(code) ? code : null;
}
