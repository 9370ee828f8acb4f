import { mount } from 'svelte';
import App from './App.svelte';
import { startFair } from './fair/keeper';
import { startLanguage } from './i18n';
import { navigate, startRouter } from './router.svelte';
import { startSounds } from './sound';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/colours.css';
import { carryFile } from './ui/drop';
import { startInstall } from './ui/install.svelte';
import { startSettings } from './ui/settings.svelte';
import { startVersion } from './ui/version.svelte';

startSettings();
startInstall((file) => {
  carryFile(file);
  navigate('/replay');
});
startRouter();
startSounds();
startFair();
void startLanguage().then(() => {
  mount(App, { target: document.getElementById('app')! });
  startVersion();
});
