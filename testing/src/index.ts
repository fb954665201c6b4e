export * from './events.js';
export * from './metrics.js';
export * from './ports.js';
export * from './services.js';
export * from './start-redis.js';
export * from './start-sentinels.js';
