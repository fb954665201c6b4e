import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '@voordeur/operate/local/settings.js';

/** Builds the site as an owner would who changed `site.config.json`, in a folder of its own; nothing else differs. */
export async function buildSite(
  change: (config: Record<string, unknown>) => object,
): Promise<{ dist: string; remove: () => void }> {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-site-'));
  const web = join(dir, 'web');
  for (const name of [
    'src',
    'public',
    'private',
    'admin.html',
    'index.html',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ])
    cpSync(join(root, 'web', name), join(web, name), { recursive: true });
  for (const name of ['tsconfig.base.json', 'site.config.schema.json'])
    cpSync(join(root, name), join(dir, name));
  // Tells the style sheet's compiler where not to look.
  cpSync(join(root, '.gitignore'), join(dir, '.gitignore'));
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  symlinkSync(join(root, 'web/node_modules'), join(web, 'node_modules'));
  const config = JSON.parse(readFileSync(join(root, 'site.config.json'), 'utf8')) as Record<string, unknown>;
  writeFileSync(join(dir, 'site.config.json'), JSON.stringify({ ...config, ...change(config) }));

  // Not spawnSync: a test worker that says nothing for a minute is given up.
  const build = spawn('npm', ['run', 'build'], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => build.once('close', done));
  const [stdout, stderr, code] = await Promise.all([text(build.stdout), text(build.stderr), ended]);
  if (code !== 0) throw new Error(stdout + stderr);
  return {
    dist: join(web, 'dist'),
    remove: () => {
      rmSync(dir, { recursive: true });
    },
  };
}
