export * from './data-source.js';
export * from './entities/index.js';
export * from './personal-data.js';
export * from './roles.js';
export * from './lead-retention.js';
export * from './shared-sql.js';
