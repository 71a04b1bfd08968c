// What the linter asks for: type-aware rules, hooks in order, and no effects in the business modules.
import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'
import { namedItems } from './tools/rules/named-items.ts'
import { wireNames } from './tools/rules/wire-names.ts'

// every rule of the hooks; `todo` tells what its compiler cannot read yet (try with finally), which is no fault of a file
const hooksRules = Object.fromEntries(
  Object.keys(hooks.rules)
    .filter((rule) => rule !== 'todo')
    .map((rule) => [`react-hooks/${rule}`, 'error']),
)

/** Names that PostgreSQL, its driver, the queue of jobs and Node gave to what is set or read in TypeScript. */
const foreignNames = [
  'application_name',
  'default_transaction_read_only',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'plan_cache_mode',
  'query_timeout',
  'statement_timeout',
  'synchronous_commit',
  'task_identifier',
  'valid_to',
]

/** The house's own rules. */
const aliquot = { rules: { 'named-items': namedItems, 'wire-names': wireNames } }

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'data/', 'coverage/', 'tools/templates/', 'web/public/'] },
  js.configs.recommended,
  { files: ['**/*.mjs', '**/*.cjs', '**/*.js'], languageOptions: { globals: globals.node } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.lint.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // what a module declares are methods without a `this`, so that one of its own fields is one of any (decision 0018)
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // what arrives is checked by the model before it becomes text
      '@typescript-eslint/no-base-to-string': 'off',
      // the message carries the cause
      'preserve-caught-error': 'off',
      // an async function that awaits nothing yet fits a type that asks for a promise
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allowNullish: true },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Export by name.' }],
    },
  },
  { files: ['*.config.ts', '*.config.js', 'tools/*.setup.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['**/*.server.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'kill',
          message: 'Id 0 would end the run of the tests: signalTo of server/testing/processes.ts.',
        },
      ],
    },
  },
  {
    files: ['**/*.tsx', 'web/**/*.ts'],
    plugins: { 'react-hooks': hooks },
    rules: hooksRules,
  },
  {
    files: ['web/**/*.ts', 'web/**/*.tsx', 'modules/**/*.tsx'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'crypto', property: 'randomUUID', message: 'Not there over http: newKey of web/api/request-key.ts.' },
      ],
    },
  },
  {
    files: ['web/**/*.ts', 'web/**/*.tsx'],
    rules: {
      // the router's way to send somewhere else is to throw what is no error
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
    },
  },
  {
    files: ['modules/**/*.ts', 'modules/**/*.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react',
              importNames: ['useEffect', 'useLayoutEffect'],
              message: 'Effects belong to the platform (web/).',
            },
          ],
        },
      ],
    },
  },
  {
    files: [
      '{core,server,web,modules,start,setup,demo}/**/*.ts',
      '{core,server,web,modules,start,setup,demo}/**/*.tsx',
    ],
    // a test may say the number that the specification says
    ignores: ['**/*.test.ts', '**/*.test.tsx'],
    plugins: { aliquot },
    rules: { 'aliquot/named-items': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    // files whose names are those of PostgreSQL's settings, of a csv reader and of a browser's manifest
    ignores: ['server/embedded/settings.ts', 'server/imports/parse-lines.ts', 'vite.config.ts'],
    plugins: { aliquot },
    rules: { 'aliquot/wire-names': ['error', foreignNames] },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
)
