export * from './events.js';
export { makeRoles } from './make-roles.js';
export * from './metrics.js';
export * from './ports.js';
export * from './services.js';
export * from './start-pgbouncer.js';
export { startPostgres, startReplica } from './start-postgres.js';
export * from './start-redis.js';
export * from './start-sentinels.js';
