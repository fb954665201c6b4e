/**
 * A payload's type with only the fields that its schema names. It may have more (from a newer sender), but nobody reads
 * them, so the index signature that json-schema-to-ts adds is dropped.
 */
export type KnownFields<Payload> = {
  [Field in keyof Payload as string extends Field ? never : Field]: Payload[Field];
};

export const uuid = { type: 'string', format: 'uuid' } as const;
/** ISO 8601, UTC. */
export const instant = { type: 'string', format: 'date-time' } as const;
export const text = { type: 'string' } as const;
/** W3C's `traceparent` of the request that something came with; only where that request is traced. */
export const traced = { trace: text } as const;
/** The sender as nginx saw them. */
export const client = { address: text, userAgent: text } as const;
