// The words of the page in the chosen language.
//
// A language is one file in this folder that exports its catalogue as `words`; it is found by its
// name. English is loaded with the page, any other language when it is chosen. Games have their own
// words beside their part.

import { settings } from '$shell/settings.svelte';
import { words as english, type Words } from './en';

const FILES = import.meta.glob<Words>('./[a-z][a-z].ts', { import: 'words' });

/** The codes of all languages, such as `en`. */
export const LANGUAGES: string[] = Object.keys(FILES).map((file) => file.slice(2, -3));

class Language {
  code = $state('en');
  words: Words = $state.raw(english);

  async choose(code: string): Promise<void> {
    const load = FILES[`./${code}.ts`];
    if (!load) return;
    this.words = code === 'en' ? english : await load();
    this.code = code;
    document.documentElement.lang = code;
  }
}

export const language = new Language();

/** The catalogue of the chosen language. It changes with the language, but can be used like a constant. */
export const words: Words = new Proxy({} as Words, {
  get: (_, section) => language.words[section as keyof Words],
});

/** The user's choice, otherwise the first of the browser's languages that the page has, otherwise English. */
export function preferredLanguage(): string {
  const wanted = [settings.now.language, ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  return wanted.find((code) => code !== undefined && LANGUAGES.includes(code)) ?? 'en';
}

/** The name of a language in that language, such as "español". */
export function nameOfLanguage(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}
