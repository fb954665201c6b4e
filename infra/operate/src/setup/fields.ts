/** As much of a JSON schema as questions need. */
export interface Field {
  title?: string;
  examples?: string[];
  type?: string | string[];
  pattern?: string;
  enum?: string[];
  properties?: Record<string, Field>;
  patternProperties?: Record<string, Field>;
  items?: Field;
}

/** The field of a schema at keys with dots between. */
export const fieldAt = (schema: Field, path: string): Field | undefined =>
  path.split('.').reduce<Field | undefined>((field, key) => {
    const byPattern = Object.entries(field?.patternProperties ?? {});
    if (Object.hasOwn(field?.properties ?? {}, key)) return field?.properties?.[key];
    return byPattern.find(([pattern]) => new RegExp(pattern).test(key))?.[1];
  }, schema);

export const isText = (field: Field | undefined) => !!field?.enum || [field?.type].flat().includes('string');
export const isList = (field: Field | undefined) => field?.type === 'array' && isText(field.items);
