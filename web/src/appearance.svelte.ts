// Applies the settings to the document: theme, text size, movement, language.

import { settings, type Theme } from './settings.svelte';
import { language, preferredLanguage } from './words/words.svelte';

/** Applies the settings to the document now and after every change. */
export function keepAppearance(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  const show = () => {
    root.dataset.theme = chosen(settings.now.theme, dark.matches);
  };
  dark.addEventListener('change', show);
  $effect.root(() => {
    $effect(show);
    $effect(() => {
      root.dataset.felt = settings.now.felt;
      root.dataset.textSize = settings.now.textSize;
      root.dataset.motion = settings.moves ? 'on' : 'off';
    });
    $effect(() => {
      // Read here, so that a change of the setting is noticed.
      const wanted = preferredLanguage();
      void language.choose(wanted);
    });
  });
}

const chosen = (theme: Theme, systemDark: boolean): 'light' | 'dark' =>
  theme === 'system' ? (systemDark ? 'dark' : 'light') : theme;
