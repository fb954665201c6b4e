import type { FromSchema } from 'json-schema-to-ts';
import { client, instant, type KnownFields, traced, uuid } from '../schema.js';

/** One sending of a video view; the worker keeps the longest of each (viewId, videoId). */
export const videoViewEventSchema = {
  type: 'object',
  required: ['id', 'occurredAt', 'videoId', 'videoTitle', 'watchDuration', 'address', 'userAgent'],
  properties: {
    id: uuid,
    occurredAt: instant,
    videoId: { type: 'string', minLength: 1 },
    videoTitle: { type: 'string', minLength: 1 },
    watchDuration: { type: 'integer', minimum: 1 },
    viewId: uuid,
    ...client,
    ...traced,
  },
} as const;

export type VideoViewEvent = KnownFields<FromSchema<typeof videoViewEventSchema>>;

export interface RecordVideoViews {
  events: VideoViewEvent[];
}
