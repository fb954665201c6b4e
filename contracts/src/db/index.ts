export * from './data-source.js';
export * from './entities/admin-session.entity.js';
export * from './entities/lead.entity.js';
export * from './entities/pipeline.entity.js';
export * from './entities/suppression.entity.js';
export * from './entities/video-view.entity.js';
export * from './entities/visit.entity.js';
export * from './entities/visit-rollups.entity.js';
