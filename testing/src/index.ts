export * from './events.js';
export * from './metrics.js';
export * from './ports.js';
export * from './services.js';
