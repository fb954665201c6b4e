import { describe, expect, it } from 'vitest';
import { redisOptions } from './redis-options.js';

describe('an address of Redis', () => {
  it.each([
    ['redis://127.0.0.1', { host: '127.0.0.1', port: 6_379, db: 0 }],
    ['redis://redis:6380/2', { host: 'redis', port: 6_380, db: 2 }],
    ['redis://:p%40ss@redis', { host: 'redis', port: 6_379, db: 0, password: 'p@ss' }],
    [
      'rediss://me:secret@[::1]:1?family=6',
      { host: '::1', port: 1, db: 0, username: 'me', password: 'secret', family: 6, tls: {} },
    ],
  ])('%s is one server', (address, options) => {
    expect(redisOptions(address)).toEqual(options);
  });

  it('names what Sentinels watch, with a user of Redis and a password of theirs', () => {
    const address = 'redis-sentinel://me:secret@one:1,two,[::1]:3/front-door/4?sentinelPassword=theirs';
    expect(redisOptions(address)).toMatchObject({
      sentinels: [
        { host: 'one', port: 1 },
        { host: 'two', port: 26_379 },
        { host: '::1', port: 3 },
      ],
      name: 'front-door',
      db: 4,
      username: 'me',
      password: 'secret',
      sentinelPassword: 'theirs',
      failoverDetector: true,
    });
  });

  it('names nodes of a Cluster', () => {
    expect(redisOptions('redis-cluster://me:secret@one:1,two')).toEqual({
      nodes: [
        { host: 'one', port: 1 },
        { host: 'two', port: 6_379 },
      ],
      username: 'me',
      password: 'secret',
    });
  });

  it.each([
    '',
    'redis://',
    'http://redis',
    'redis://one,two',
    'redis://one/x',
    'redis-sentinel://one:1,two:2',
    'redis-sentinel:///name',
    'redis-sentinel://one/name/x',
    'redis://one:99999999',
    'redis-cluster://',
    'redis-cluster://one,two/1',
  ])('%j is refused', (address) => {
    expect(() => redisOptions(address)).toThrow();
  });
});
