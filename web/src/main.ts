import { mount } from 'svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import App from './App.svelte';
import { keepAppearance } from './appearance.svelte';
import { connection } from './house/connection.svelte';
import { keeper } from './pocket/keeper.svelte';
import { language, preferredLanguage } from './words/words.svelte';

const page = document.getElementById('page');
if (!page) throw new Error('the document has no place for the page');

// The language comes first, so that no sentence changes while somebody reads it.
await language.choose(preferredLanguage());
keepAppearance();
connection.open();
mount(App, { target: page });

if (import.meta.env.PROD) keeper.start();
