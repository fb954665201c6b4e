import type { FromSchema } from 'json-schema-to-ts';
import type { KnownFields } from '../known-fields.js';

/** One sending of a video view; the worker keeps the longest of each (viewId, videoId). */
export const videoViewEventSchema = {
  type: 'object',
  required: ['id', 'occurredAt', 'videoId', 'videoTitle', 'watchDuration', 'address', 'userAgent'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    occurredAt: { type: 'string', format: 'date-time' },
    videoId: { type: 'string', minLength: 1 },
    videoTitle: { type: 'string', minLength: 1 },
    watchDuration: { type: 'integer', minimum: 1 },
    viewId: { type: 'string', format: 'uuid' },
    address: { type: 'string' },
    userAgent: { type: 'string' },
  },
} as const;

export type VideoViewEvent = KnownFields<FromSchema<typeof videoViewEventSchema>>;

export interface RecordVideoViews {
  events: VideoViewEvent[];
}
