// The API description: /api/openapi.json from the declared routes and the models' fields, /api/docs as a plain page.
import { release } from '../release.ts'
import { isField, isOneOf, isOrNull, isRows, type Shape } from '../../core/answer/answer.ts'
import { integer, text, type Field, type Fields } from '../../core/model.ts'
import type { Statement } from '../read/statement.ts'
import { isByParameters, rowsOf } from './getdata.ts'
import type { Route } from '../route.ts'

const plain: Partial<Record<Field['kind'], object>> = {
  integer: { type: 'integer' },
  reference: { type: 'integer' },
  number: { type: 'number' },
  money: { type: 'number', multipleOf: 0.01 },
  percent: { type: 'number', minimum: 0, maximum: 100 },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  json: {},
  choices: { type: 'array', items: { type: 'integer' } },
  references: { type: 'array', items: { type: 'integer' } },
  object: { type: 'object' },
}
const plainOf = (kind: string): object | undefined => new Map<string, object>(Object.entries(plain)).get(kind)
const schemaOf = (field: Field): object => {
  if (field.kind === 'rows') return { type: 'array', items: objectOf(field.fields ?? {}) }
  if (field.options) return { enum: field.options.map(([value]) => value), title: field.label }
  return {
    title: field.label,
    ...(plain[field.kind] ?? { type: 'string' }),
    ...(field.computed ? { readOnly: true } : {}),
  }
}
const objectOf = (fields: Fields): object => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
  required: Object.entries(fields)
    .filter(([, field]) => field.required && !field.computed)
    .map(([name]) => name),
})

/** The schema of what an address answers: kinds as those of fields; what may be null or absent is declared so. */
const answerOf = (shape: Shape): object => {
  if (typeof shape === 'string') {
    const schema: { type?: string } = plainOf(shape.replace('?', '')) ?? { type: 'string' }
    return shape.endsWith('?') ? { ...schema, type: [schema.type, 'null'] } : schema
  }
  if (isRows(shape)) return { type: 'array', items: answerOf(shape[0]) }
  if (isField(shape)) return fieldOf(shape)
  if (isOrNull(shape)) return { anyOf: [answerOf(shape.orNull), { type: 'null' }] }
  if (isOneOf(shape)) return { enum: shape.oneOf }
  const names = Object.keys(shape)
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(shape).map(([name, part]) => [name.replace(/\?$/, ''), answerOf(part)]),
    ),
    required: names.filter((name) => !name.endsWith('?')),
  }
}
/** A field as it is read: any may be empty, but rows. */
const fieldOf = (field: Field): object => {
  // of a value that has a type alone the fields are those that are hidden from some
  const fields = field.kind === 'json' ? undefined : field.fields
  const parts = fields && {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, fieldOf(one)])),
  }
  if (field.kind === 'rows') return { title: field.label, type: 'array', items: parts ?? {} }
  if (parts) return { title: field.label, anyOf: [parts, { type: 'null' }] }
  if (field.options) return { title: field.label, enum: [...field.options.map(([value]) => value), null] }
  const schema: { type?: string } = plain[field.kind] ?? { type: field.listId || field.served ? 'integer' : 'string' }
  return { title: field.label, ...schema, ...(schema.type && { type: [schema.type, 'null'] }) }
}

const bodiesOf = (route: Route): object => ({
  ...(route.body && { 'application/json': { schema: objectOf(route.body) } }),
  ...(route.takesCsv && { 'text/csv': { schema: { type: 'string' } } }),
  ...(route.takesFile && { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
})

const operation = (route: Route): object => {
  const path = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = Object.entries(route.query ?? {}).map(([name, field]) => ({
    name,
    in: 'query',
    required: field.required !== undefined,
    schema: schemaOf(field),
  }))
  const error = { description: '{ message, errors?, requestId }' }
  return {
    summary: route.summary,
    description: `Access: ${accessOf(route)}. Scope: ${route.scope}.`,
    parameters: [...path, ...query],
    ...(route.body || route.takesFile ? { requestBody: { content: bodiesOf(route) } } : {}),
    responses: {
      200: {
        description: 'Done',
        ...(route.answers && { content: { 'application/json': { schema: answerOf(route.answers) } } }),
      },
      400: error,
      401: error,
      403: error,
      404: error,
      409: error,
      422: error,
      423: error,
      429: error,
      503: error,
    },
  }
}

/** What a list is asked by: its filter, unless it has parameters instead, the sort and the page. */
const askedOfList = (statement: Statement): Fields => ({
  ...(statement.list && !isByParameters(statement, statement.list) && { filterCriteria: text('Filter, as JSON') }),
  ...(statement.list && { sort: text('Sort'), page: integer('Page') }),
})

/** Each statement as an address of its own, with its parameters and the columns of its rows. */
const questionsOf = (statements: Iterable<Statement>): Route[] =>
  [...statements].map((statement) => ({
    method: 'GET',
    path: `getdata/${statement.id}`,
    access: statement.module === undefined ? 'role' : { module: statement.module, permit: 'list' },
    scope: 'rows inside the scope of the module',
    summary: statement.name,
    query: { ...statement.parameters, ...askedOfList(statement), limit: integer('Limit') },
    answers: rowsOf(statement),
    handler: () => Promise.reject(new Error('Described, and answered by getdata/:id')),
  }))

export const openApi = (declared: readonly Route[], statements: Iterable<Statement>): object => {
  const routes = [...declared, ...questionsOf(statements)]
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = (route.path.startsWith('/') ? route.path : `/api/${route.path}`).replace(/:(\w+)/g, '{$1}')
    for (const method of route.method === 'ACTION' ? ['put', 'post'] : [route.method.toLowerCase()])
      (paths[path] ??= {})[method] = operation(route)
  }
  return { openapi: '3.1.0', info: { title: 'Aliquot', version: release, license: { name: 'Apache-2.0' } }, paths }
}

const escaped = (value: string): string => value.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const accessOf = ({ access }: Route): string =>
  typeof access === 'string' ? access : `${access.permit} on ${access.module}`
/** The same as a page without script: method, path, summary and access. */
export const docsPage = (routes: readonly Route[]): string => {
  const rows = routes.map((route) => {
    const method = route.method === 'ACTION' ? 'PUT POST' : route.method
    const path = route.path.startsWith('/') ? route.path : `/api/${route.path}`
    const cells = [
      method,
      `<code>${escaped(path)}</code>`,
      ...[route.summary, accessOf(route), route.scope].map(escaped),
    ]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Aliquot API</title>',
    '<style>body{font:14px/1.5 system-ui,sans-serif;margin:24px}',
    'td,th{padding:4px 12px 4px 0;text-align:left;vertical-align:top;border-bottom:1px solid #dfe5ea}',
    '</style></head><body><h1>Aliquot API</h1>',
    '<p>Machine-readable: <a href="/api/openapi.json">openapi.json</a></p>',
    '<table><thead><tr><th>Method</th><th>Path</th><th>Does</th><th>Access</th><th>Scope</th></tr></thead>',
    `<tbody>${rows.join('')}</tbody></table></body></html>`,
  ].join('')
}
