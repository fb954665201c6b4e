import { QueryFailedError } from 'typeorm';
import { expect, it } from 'vitest';
import { describeError } from './describe-error.js';

it('keeps what a query was asked out of the log, wherever it hangs', () => {
  const fromPostgres = Object.assign(new Error('value "somebody@example.org" is too long'), {
    code: '22001',
    severity: 'ERROR',
    detail: 'somebody@example.org',
  });
  const query = new QueryFailedError('insert into x values ($1)', ['somebody@example.org'], fromPostgres);
  const described = describeError(new Error('storing', { cause: query }));
  expect(JSON.stringify(described)).not.toContain('somebody');
  expect(described).toMatchObject({ message: 'storing', cause: { type: 'QueryFailedError', code: '22001' } });
  expect(described.at?.length).toBeGreaterThan(0);
});

it('quotes no failed query, whatever the driver threw', () => {
  const query = new QueryFailedError('select $1', ['x'], new Error('"somebody" is wrong'));
  expect(JSON.stringify(describeError(query))).not.toContain('somebody');
});

it('says something of what is no error', () => {
  expect(describeError('text')).toEqual({ type: 'string' });
});
