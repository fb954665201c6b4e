import { readImports } from './read-imports.js';

const start = '<!-- The module map, written by make module-map -->';
const end = '<!-- The end of the module map -->';

/** Folders, or workspaces, each with those it imports. */
export type Graph = Map<string, Set<string>>;

/** This page with the map that the imports make. Throws if it has no place for one, or if nothing is built. */
export async function withModuleMap(page: string): Promise<string> {
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`It needs the lines ${start} and ${end}`);
  return `${before}${start}\n\n${await drawModuleMap()}\n${end}${after}`;
}

async function drawModuleMap(): Promise<string> {
  const { modules, summary } = await readImports(['contracts', 'server', 'api', 'worker', 'web']);
  if (summary.error > 0) throw new Error('Some imports break a rule: npm run check:imports');
  const workspaces: Graph = new Map();
  const folders = new Map(['api', 'worker', 'web'].map((name): [string, Graph] => [name, new Map()]));
  for (const { source, dependencies } of modules) {
    const from = placeOf(source);
    if (!from || source.includes('/testing/')) continue;
    const graph = folders.get(from.workspace) ?? new Map<string, Set<string>>();
    addImport(graph, from.folder);
    for (const { module, resolved, couldNotResolve } of dependencies) {
      if (couldNotResolve && module.startsWith('@voordeur/')) throw new Error(`${module} isn't built`);
      const to = placeOf(resolved);
      if (!to) continue;
      addImport(workspaces, from.node, to.node);
      if (to.workspace === from.workspace) addImport(graph, from.folder, to.folder);
    }
  }
  return [
    `### Workspaces\n\n${draw(workspaces)}`,
    ...Array.from(folders, ([name, graph]) => `### Folders of ${name}\n\n${draw(graph)}`),
  ].join('\n');
}

/** Null for a package and for a file that belongs to no folder: a process' start, which imports every subject. */
function placeOf(file: string): { workspace: string; folder: string; node: string } | null {
  const [, workspace, folder] =
    /^(contracts|server|api|worker|web)\/(?:src|dist)\/(?:([^/]+)\/)?/.exec(file) ?? [];
  if (workspace === 'server') return { workspace, folder: '', node: workspace };
  if (workspace === undefined || folder === undefined || folder === 'platform') return null;
  return { workspace, folder, node: workspace === 'contracts' ? `contracts/${folder}` : workspace };
}

function addImport(graph: Graph, from: string, to = from): void {
  const imported = graph.get(from) ?? new Set();
  graph.set(from, imported);
  if (to !== from) imported.add(to);
}

/** The same without a → c where a → b and b → c say it already. */
export function leaveOutImplied(graph: Graph): Graph {
  const reach = (from: string): string[] => [...(graph.get(from) ?? [])].flatMap((to) => [to, ...reach(to)]);
  return new Map(
    Array.from(graph, ([from, all]) => {
      const implied = new Set([...all].flatMap(reach));
      return [from, new Set([...all].filter((to) => !implied.has(to)))];
    }),
  );
}

/** As Mermaid, with a sentence about the folders that no arrow leads to or from. */
function draw(graph: Graph): string {
  const arrows = Array.from(leaveOutImplied(graph)).flatMap(([from, all]) =>
    Array.from(all, (to) => `  ${from} --> ${to}`),
  );
  const linked = new Set(Array.from(graph).flatMap(([from, all]) => (all.size > 0 ? [from, ...all] : [])));
  const alone = [...graph.keys()].filter((name) => !linked.has(name)).sort();
  const picture = `\`\`\`mermaid\ngraph LR\n${arrows.sort().join('\n')}\n\`\`\`\n`;
  return alone.length > 0
    ? `${picture}\nOn their own: ${alone.map((name) => `\`${name}\``).join(', ')}.\n`
    : picture;
}
