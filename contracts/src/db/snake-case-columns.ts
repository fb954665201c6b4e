import { DefaultNamingStrategy } from 'typeorm';

/** `occurredAt` in a class is `occurred_at` in Postgres. */
export class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    const name = customName ?? propertyName;
    return [...prefixes, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)].join('_');
  }
}
