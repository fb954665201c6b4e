/**
 * A payload's type with the fields that its schema names. More may be there (a newer sender's), but nobody
 * reads it, so the index signature that json-schema-to-ts gives for them goes.
 */
export type KnownFields<Payload> = {
  [Field in keyof Payload as string extends Field ? never : Field]: Payload[Field];
};
