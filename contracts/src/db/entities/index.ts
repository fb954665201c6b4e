export * from './admin-session.entity.js';
export * from './effect.entity.js';
export * from './lead.entity.js';
export * from './pipeline.entity.js';
export * from './rollups.entity.js';
export * from './subscriber.entity.js';
export * from './text.entity.js';
export * from './visit.entity.js';
