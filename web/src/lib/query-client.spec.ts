import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client';

it('fetches once, keeps it forever and fetches again only on request', async () => {
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.resolve('figures'));
  const observe = () => new QueryObserver(client, { queryKey: ['x'], queryFn }).subscribe(() => undefined);
  const stop = observe();
  await vi.waitFor(() => {
    expect(client.getQueryData(['x'])).toBe('figures');
  });
  stop();
  // Another part of the page that wants the same.
  const stopAgain = observe();
  expect(queryFn).toHaveBeenCalledTimes(1);
  expect(
    client
      .getQueryCache()
      .find({ queryKey: ['x'] })
      ?.isStale(),
  ).toBe(false);
  await client.refetchQueries({ queryKey: ['x'] });
  expect(queryFn).toHaveBeenCalledTimes(2);
  stopAgain();
});

it('tries a failed query or mutation once', async () => {
  const client = createQueryClient();
  const fail = vi.fn(() => Promise.reject(new Error('503: ')));
  await expect(client.query({ queryKey: ['y'], queryFn: fail })).rejects.toThrow('503: ');
  await expect(
    client.getMutationCache().build(client, { mutationFn: fail }).execute(undefined),
  ).rejects.toThrow();
  expect(fail).toHaveBeenCalledTimes(2);
});
