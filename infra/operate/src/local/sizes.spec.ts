import { expect, it } from 'vitest';
import { chooseSizes, describeSizes } from './sizes.js';

it('leaves room for all parts on a machine of 1 GB', () => {
  const { postgres, redis, api, worker, geoipCacheMb } = chooseSizes({ MEMORY_MB: '1024' });
  expect(postgres).toEqual({
    shared_buffers: '32MB',
    effective_cache_size: '512MB',
    work_mem: '4MB',
    maintenance_work_mem: '32MB',
    max_connections: '102',
  });
  expect(redis).toEqual({ maxmemory: '128mb' });
  expect([api, worker]).toEqual(['--optimize-for-size', '--optimize-for-size']);
  expect(geoipCacheMb).toBe('4');
});

it('takes no more than is of use on a large one', () => {
  const { postgres, redis, api } = chooseSizes({ MEMORY_MB: '196608' });
  expect(postgres).toMatchObject({ shared_buffers: '512MB', work_mem: '16MB', max_connections: '200' });
  expect(redis).toEqual({ maxmemory: '256mb' });
  expect(api).toBe('--max-semi-space-size=32');
});

it('finds out by itself what the machine has', () => {
  expect(describeSizes({})[0]).toMatch(/^MEMORY_MB=\d+$/);
});

it.each(['128', 'much', '-1'])('refuses MEMORY_MB=%s', (MEMORY_MB) => {
  expect(() => describeSizes({ MEMORY_MB })).toThrow('MEMORY_MB is not a size');
});
