import type { Type } from '@nestjs/common';
import { calendarLimits, leadKinds, maxFilters, mostSelected } from '@voordeur/contracts/http';
import { getMetadataStorage } from 'class-validator';

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
type Part = Record<string, unknown>;

export interface ObjectSchema {
  type: 'object';
  required: string[];
  properties: Record<string, object>;
}

/** JSON schema for each rule of class-validator and `form-fields.ts` that a body or a query uses. */
const parts: Record<string, (given: unknown[]) => Part> = {
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  minLength: ([minLength]) => ({ minLength }),
  maxLength: ([maxLength]) => ({ maxLength }),
  isLength: ([minLength, maxLength]) => ({ minLength, maxLength }),
  isIn: ([values]) => ({ enum: values }),
  isCalendarDay: () => ({ type: 'string', format: 'date' }),
  isRealDateTime: () => ({ type: 'string', format: 'date-time' }),
  isIdList: () => ({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: mostSelected,
  }),
  isKindList: () => ({ type: 'array', items: { enum: leadKinds }, uniqueItems: true }),
  isTimeZone: () => ({ type: 'string' }),
  isAnswerList: () => ({ type: 'array', items: { type: 'string' }, maxItems: calendarLimits.questions }),
  isLeftEmpty: () => ({ type: 'string', maxLength: 0 }),
  isPushService: () => ({ type: 'string', format: 'uri' }),
  isPublicKey: () => ({ type: 'string', minLength: 87, maxLength: 87 }),
  isWebhookUrl: () => ({ type: 'string', format: 'uri' }),
  isSecret: () => ({ type: 'string', minLength: 22, maxLength: 22 }),
  // Its form is the line's; the rest is what no schema says.
  isMailbox: () => ({}),
  isFilterList: () => ({ type: 'array', items: { type: 'string' }, maxItems: maxFilters }),
  // Patterns in OpenAPI have no flags, so `i` is written out.
  matches: ([pattern]) => ({ pattern: sourceOf(pattern as RegExp) }),
};

/** Whether class-validator has rules for it. */
export function isDto(given: unknown): given is Type<object> {
  return typeof given === 'function' && rulesOf(given as Type).length > 0;
}

/** The schema of a body or query that class-validator validates. Throws for a rule that isn't listed above. */
export function schemaOfDto(dto: Type): ObjectSchema {
  const properties: Record<string, Part> = {};
  const optional = new Set<string>();
  for (const rule of rulesOf(dto)) {
    if (rule.type === 'conditionalValidation') optional.add(rule.propertyName);
    else properties[rule.propertyName] = merge(properties[rule.propertyName] ?? {}, partOf(rule));
  }
  const names = Object.keys(properties).sort();
  return {
    type: 'object',
    required: names.filter((name) => !optional.has(name)),
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
  };
}

const rulesOf = (dto: Type) => getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);

function partOf({ name, constraints }: Rule): Part {
  const part = parts[name ?? ''];
  if (!part) throw new Error(`no JSON schema for the rule ${name ?? 'without a name'}`);
  return part((constraints as unknown[] | undefined) ?? []);
}

/** A schema has one pattern, so several become one that looks ahead. (@nestjs/swagger loses the type of an `allOf`.) */
function merge(one: Part, other: Part): Part {
  const patterns = [one, other].flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
  const ahead = patterns.map((pattern) => `(?=${pattern.startsWith('^') ? '' : '[^]*'}${pattern})`);
  return { ...one, ...other, ...(patterns.length > 1 && { pattern: `^${ahead.join('')}` }) };
}

function sourceOf({ source, flags }: RegExp): string {
  if (!flags.includes('i')) return source;
  return source.replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
}
