/** A rule: the files of `from` must not import those of `to`. */
const forbid = (name, from, to, comment) => ({
  name,
  severity: 'error',
  from,
  to,
  ...(comment && { comment }),
});

/** The doors of `contracts` and the way imports run; style and reasons in CONTRIBUTING.md. */
module.exports = {
  forbidden: [
    forbid('no-circles', {}, { circular: true }),
    {
      ...forbid(
        'no-circles-of-folders',
        { path: '^(api|contracts|server|worker|web|infra/[a-z0-9]+)/src' },
        { circular: true },
      ),
      scope: 'folder',
    },
    forbid(
      'features-know-no-app',
      { path: '^(api|worker)/src/[^/]+/', pathNot: '^(api|worker)/src/(testing|openapi)/' },
      { path: '^$1/src/[^/]+$' },
      'The rule above treats a folder and its subfolders as one, so it misses a circle between them.',
    ),
    forbid(
      'web-folders-never-import-their-parent',
      { path: '^web/src/(.+)/[^/]+/[^/]+$' },
      { path: '^web/src/$1/[^/]+$' },
      'For the same reason.',
    ),
    forbid(
      'platform-knows-no-feature',
      { path: '^(api|worker)/src/platform/' },
      { path: '^$1/src/', pathNot: '^$1/src/platform/' },
    ),
    forbid(
      'web-opens-two-doors',
      { path: '^web/' },
      { path: '^contracts/(src|dist)/(jobs|db)/' },
      'A browser gets types, limits and texts; jobs and entities would bring a server into the page.',
    ),
    forbid(
      'screens-load-no-catalogue',
      { path: '^web/src/(admin|site|ui|lib)/', pathNot: '\\.spec\\.tsx?$' },
      { path: '^contracts/(src|dist)/messages/', dependencyTypesNot: ['type-only'] },
      'It has every language; a page loads its own texts, and the editor asks the api for them.',
    ),
    forbid(
      'contracts-through-its-doors',
      { pathNot: '^contracts/' },
      {
        path: '^contracts/(src|dist)/',
        pathNot: '^contracts/dist/((http|messages|jobs|db)/index|db/roles|email-key)\\.(js|d\\.ts)$',
      },
      'Only the six entries of its package.json, so that files behind them can move.',
    ),
    forbid('contracts-knows-nobody', { path: '^contracts/' }, { path: '^(server|api|worker|web|infra)/' }),
    forbid('server-knows-contracts-alone', { path: '^server/' }, { path: '^(api|worker|web|infra)/' }),
    forbid('web-is-no-server', { path: '^web/' }, { path: '^server/' }),
    forbid(
      'server-through-its-door',
      { pathNot: '^server/' },
      { path: '^server/(src|dist)/', pathNot: '^server/dist/(index|guessable)\\.(js|d\\.ts)$' },
    ),
    forbid(
      'processes-never-import-each-other',
      { path: '^(api|worker|web)/' },
      { path: '^(api|worker|web)/', pathNot: '^$1/' },
      'A registered @Processor class starts a worker wherever it is loaded.',
    ),
    forbid(
      'operate-runs-without-tests',
      { path: '^infra/operate/', pathNot: '\\.spec\\.ts$' },
      { path: '^(testing|infra/(e2e|lab|brand))/' },
      'It is what an installation runs, and is shipped whole.',
    ),
    forbid(
      'nobody-needs-the-lab',
      { path: '^(infra/(operate|e2e)|testing)/' },
      { path: '^infra/lab/' },
      'The lab and the browser tests import operate, the lab the helpers of the browser tests; never back.',
    ),
    forbid('operate-knows-no-browser-test', { path: '^infra/operate/' }, { path: '^infra/e2e/' }),
    forbid(
      'api-and-worker-through-their-doors',
      { path: '^infra/' },
      {
        path: '^(api|worker)/(src|dist)/',
        pathNot: '^(api|worker)/dist/(index|testing/(index|tools))\\.(js|d\\.ts)$',
      },
      'Only the two entries of their package.json; the rest of api and worker can move freely.',
    ),
    forbid(
      'site-loads-no-admin',
      { path: '^web/src/site/', pathNot: '^web/src/site/once-awake\\.ts$' },
      { path: '^web/src/admin/' },
      "Two products over one ui. In the owner's own browser once-awake.ts loads the pencil, which edits a page in place.",
    ),
    forbid('admin-loads-no-site', { path: '^web/src/admin/' }, { path: '^web/src/site/' }),
    forbid(
      'subjects-of-the-site-do-not-meet',
      { path: '^web/src/site/([^/]+)/', pathNot: '^web/src/site/(routes|frame)/' },
      { path: '^web/src/site/', pathNot: '^web/src/site/$1/' },
      'The files of site/routes put them together. Screens of the admin may share.',
    ),
    forbid(
      'frame-knows-no-subject',
      { path: '^web/src/site/frame/' },
      { path: '^web/src/site/', pathNot: '^web/src/site/(frame|pages)/' },
    ),
    forbid(
      'ui-and-lib-know-no-product',
      { path: '^web/src/(ui|lib|i18n|config)/' },
      { path: '^web/src/(site|admin)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules|^(contracts|server|testing|api|worker|infra/[a-z0-9]+)/dist' },
    // The specs of infra stay: they enter api and worker too.
    exclude: { path: '^(?!infra/).*\\.(spec|e2e)\\.tsx?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
