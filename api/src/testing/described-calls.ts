import { readFileSync } from 'node:fs';

interface Document {
  paths: Record<string, Record<string, { security?: unknown }>>;
}

/** Every call that docs/openapi.json describes, which is every call there is (openapi/document.spec.ts). */
export function describedCalls() {
  const file = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  return Object.entries((JSON.parse(file) as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path,
      isPrivate: security !== undefined,
    })),
  );
}
