import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { templatesFile } from '@voordeur/contracts/http';

/** The site's documents that are still the example's, as its build found them; null where there is no build. */
export async function readTemplates(siteBuild: string): Promise<string[] | null> {
  try {
    return JSON.parse(await readFile(join(siteBuild, templatesFile), 'utf8')) as string[];
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
}
