import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { root } from '../local/settings.js';

/** Every import of these workspaces, and where it breaks a rule of `npm run check:imports`. */
export async function readImports(workspaces: string[]): Promise<ICruiseResult> {
  const configFile = join(root, '.dependency-cruiser.cjs');
  const { forbidden = [], options } = createRequire(import.meta.url)(configFile) as IConfiguration;
  const { output } = await cruise(
    workspaces.map((workspace) => `${workspace}/src`),
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden } },
    undefined,
    { tsConfig: extractTSConfig(join(root, 'tsconfig.base.json')) },
  );
  return output as ICruiseResult;
}
