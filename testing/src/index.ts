export * from './ports.js';
export * from './services.js';
