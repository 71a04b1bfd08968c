// The rules of the house that can be told from imports alone; the order of modules is checked by tools/rules/boundaries.ts.
// what runs in the browser alone
const screen = '^modules/.+([.]tsx|[.](picker|screen)[.]ts)$'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'model-and-rules-are-pure',
      severity: 'error',
      comment: 'A .model or .rules file imports neither side.',
      from: { path: '^modules/.*\\.(model|rules)\\.ts$' },
      to: {
        path: ['^(server|web|start|setup|demo|bench|proof|tools)/', '^modules/.*\\.server\\.ts$', screen, '^node:'],
      },
    },
    {
      name: 'core-is-pure',
      severity: 'error',
      from: { path: '^core/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^(server|web|modules|start|setup|demo|bench|proof|tools)/'] },
    },
    {
      name: 'core-needs-no-node',
      severity: 'error',
      from: { path: '^(core/|modules/.*\\.(model|rules)\\.ts$)', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-react-in-pure-code',
      severity: 'error',
      from: { path: '^(core/|modules/.*\\.(model|rules)\\.ts$)' },
      to: { path: 'node_modules/(react|react-dom|pg|kysely|fastify)/' },
    },
    {
      name: 'server-never-reaches-the-browser',
      severity: 'error',
      from: { path: ['^web/', screen], pathNot: '\\.test\\.tsx?$' },
      to: { path: ['^server/', '\\.server\\.ts$', 'node_modules/(pg|fastify|kysely|graphile-worker|sharp)/'] },
    },
    {
      name: 'browser-never-reaches-the-server',
      severity: 'error',
      from: { path: ['^server/', '\\.server\\.ts$'] },
      to: { path: ['^web/', screen, 'node_modules/(react|react-dom)/'] },
    },
    {
      name: 'another-modules-screen',
      severity: 'error',
      comment: 'Link to it or pick from it.',
      from: { path: '^modules/([^/]+)/' },
      to: { path: '^modules/([^/]+)/.*\\.tsx$', pathNot: '^modules/$1/' },
    },
    {
      name: 'across-modules-only-model-rules-server',
      severity: 'error',
      from: { path: '^modules/([^/]+)/', pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: { path: '^modules/[^/]+/', pathNot: ['^modules/$1/', '\\.(model|rules|server|picker)\\.ts$'] },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      comment: 'Except server/modules.ts, web/models.ts, web/modules.ts and web/pickers.ts, a line a module.',
      from: {
        path: '^(core|server|web)/',
        pathNot: ['^((server|web)/modules|web/(models|pickers))\\.ts$', '\\.test\\.tsx?$', '^server/testing/'],
      },
      to: { path: '^modules/[^/]+/' },
    },
    {
      name: 'product-needs-no-test-code',
      severity: 'error',
      from: {
        path: '^(core|server|web|modules|start|setup|demo)/',
        pathNot: ['\\.test\\.tsx?$', '\\.fixture\\.tsx?$', '^server/testing/'],
      },
      to: { path: ['\\.test\\.tsx?$', '\\.fixture\\.tsx?$', '^server/testing/', '^e2e/'] },
    },
    {
      name: 'grid-only-behind-web-grid',
      severity: 'error',
      from: { pathNot: '^web/grid' },
      to: { path: 'node_modules/react-data-grid/' },
    },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(virtual:|\\?)' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|tools/templates)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
  },
}
