/** The address of a special word in the rules of a game. */
export const rulesAddress = (game: string, term: string): string => `/rules/${game}#${term}`;
