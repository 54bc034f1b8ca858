// Parses sources of the page, for the tests that look for words in them.

import { parse } from 'svelte/compiler';

export interface Node {
  type: string;
  [field: string]: unknown;
}

/** The syntax tree of a component, or of a script wrapped in one. */
export const parsed = (source: string, file: string): Node =>
  parse(file.endsWith('.svelte') ? source : `<script lang="ts">${source}</script>`, { modern: true }) as unknown as Node;

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
export const nodesIn = (value: unknown): Node[] => [value].flat().filter(isNode);
export const childrenOf = (node: Node): Node[] => Object.entries(node).flatMap(([key, value]) => (key === 'metadata' || key === 'css' ? [] : nodesIn(value)));

/** The text of a template element. */
export const quasi = ({ value }: Node): string => (value as { cooked: string }).cooked;

/** The text of a node without its children, or null if it has none. */
export function textOf(node: Node): string | null {
  if (node.type === 'TemplateElement') return quasi(node);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

/** Whether a node can contain no text for readers: an import, a style sheet or a type. */
export const isNoText = ({ type }: Node): boolean => type === 'ImportDeclaration' || type === 'StyleSheet' || /^TS(Type|Literal|Union|Interface)/.test(type);
