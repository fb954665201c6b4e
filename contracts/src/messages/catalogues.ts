// Written by contracts/choose-languages.mjs from `languages` in site.config.json.
export { default as en } from './en.json' with { type: 'json' };
export { default as nl } from './nl.json' with { type: 'json' };
